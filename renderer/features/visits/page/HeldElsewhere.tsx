/** The branches that have a record of the visit, as the hub reported them. */
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';

export function HeldElsewhere({ visitId }: { visitId: string }) {
  const { t } = useTranslation('hub');
  const { value } = useRemote(visitId, () => call('hub.held', { id: visitId }), { events: ['hub.held'] });
  const stations = Map.groupBy(value ?? [], ({ station }) => station);
  if (stations.size === 0) return null;
  return (
    <ul className="cust-held" role="status">
      {[...stations].map(([station, records]) => {
        const at = fullTime(records.map(({ receivedAt }) => receivedAt).toSorted().at(-1) ?? '');
        return (
          <li key={station}>
            <Building2 size={16} aria-hidden="true" />
            <span>
              <strong>{t('held', { count: records.length, station, at })}</strong> {t('heldHelp')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
