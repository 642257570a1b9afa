/** How long a certificate is still valid. Pure. */

const day = 24 * 60 * 60_000;
/** Days before the end from which it is time to renew it. */
const soon = 30;

export type CertificateExpiry = { stands: 'ended' | 'soon' | 'fine'; days: number };

/** `ends`: ISO 8601. `days`: whole days left. */
export function certificateExpiry(ends: string, now: number): CertificateExpiry {
  const left = Date.parse(ends) - now;
  const days = Math.max(0, Math.floor(left / day));
  return { stands: left <= 0 ? 'ended' : days < soon ? 'soon' : 'fine', days };
}
