/** Returns the field that a problem of the running service is about. Pure. */
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { PathField, ServiceField } from './service-form.ts';

/** Null for no field. `settings` are those that main tried. */
export function problemField({ code, detail }: Problem, settings: ServiceSettings): ServiceField | PathField | null {
  if (code === 'service-port-taken') return 'port';
  if (code === 'service-needs-tls') return 'host';
  if (code === 'service-certificate-unusable') return settings.transport === 'pkcs12' ? 'pkcs12File' : 'certificateFile';
  if (code !== 'service-address-unusable') return null;
  const address = String(detail?.address ?? '');
  if (settings.allowed.includes(address)) return 'allowed';
  return settings.proxies.includes(address) ? 'proxies' : 'host';
}
