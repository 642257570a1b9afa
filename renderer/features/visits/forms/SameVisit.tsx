/** Shown while a new visit is typed: existing visits with the same transaction number or identification, with links to them. */
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VisitDetails, VisitSummary } from '../../../../shared/domain/visit.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';
import { titleOf, trimmed } from '../details.ts';

/** Milliseconds without a key before visits are looked up. */
const typingDelayMs = 250;
/** Maximum number of visits shown. */
const maxShown = 3;

/** A convenience: the visit can be opened without it. */
function useSameVisits(details: VisitDetails): VisitSummary[] {
  const { transaction, identification } = trimmed(details);
  const key = JSON.stringify([transaction, identification]);
  const same = useRemote(key, () => call('visits.related', { transaction, identification }), {
    delayMs: typingDelayMs,
    keepsPrevious: true,
  });
  return same.problem ? [] : (same.value ?? []);
}

export function SameVisit({ details, onOpen }: { details: VisitDetails; onOpen: (id: string) => void }) {
  const { t } = useTranslation('customers');
  const same = useSameVisits(details);
  return (
    // Present from the start, so that text appearing in it is read out.
    <div role="status">
      {same.length > 0 && (
        <div className="cust-same">
          <p>
            <UsersRound size={15} aria-hidden="true" className="cust-same-mark" />
            {t('new.same', { count: same.length })}
          </p>
          <ul>
            {same.slice(0, maxShown).map((visit) => (
              <li key={visit.id}>
                <span className="cust-same-who">
                  <strong>{titleOf(visit)}</strong>
                  <span className="cust-same-when">{t('new.sameWhen', { when: timeWords(visit.changedAt) })}</span>
                </span>
                <Button size="small" onPress={() => onOpen(visit.id)}>
                  {t('new.openSame')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
