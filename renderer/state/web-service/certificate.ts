/** How long a certificate still holds. Pure. */

const day = 24 * 60 * 60_000;
/** From so many days on it is time to renew it. */
const soon = 30;

export type CertificateStands = { stands: 'ended' | 'soon' | 'fine'; days: number };

/** `ends`: ISO 8601. `days`: whole ones that are left. */
export function certificateStands(ends: string, now: number): CertificateStands {
  const left = Date.parse(ends) - now;
  const days = Math.max(0, Math.floor(left / day));
  return { stands: left <= 0 ? 'ended' : days < soon ? 'soon' : 'fine', days };
}
