/** The branches that have a record of the visit, as the hub reported them. */
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge.ts';
import { ProblemBanner } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';

export function Elsewhere({ visitId }: { visitId: string }) {
  const { t } = useTranslation('hub');
  const { value, problem } = useRemote(visitId, () => call('hub.elsewhere', { id: visitId }), { events: ['hub.elsewhere'] });
  const stations = Map.groupBy(value ?? [], ({ station }) => station);
  return (
    // Present from the start, so that text appearing in it is read out.
    <div role="status" className={stations.size === 0 && !problem ? 'sr-only' : undefined}>
      {problem && <ProblemBanner problem={problem} tone="doubt" what={t('elsewhereUnknown')} />}
      <ul>
        {[...stations].map(([station, records]) => {
          const at = fullTime(
            records
              .map(({ receivedAt }) => receivedAt)
              .toSorted()
              .at(-1) ?? '',
          );
          return (
            <li key={station} className="cust-elsewhere-line">
              <Building2 size={16} aria-hidden="true" className="cust-elsewhere-mark" />
              <span>
                <strong>{t('elsewhere', { count: records.length, station, at })}</strong> {t('elsewhereHelp')}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
