/** Shown while a new visit is typed: existing visits with the same transaction number or identification, with links to them. */
import { UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitDetails, VisitSummary } from '../../../../shared/domain/visit.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/index.ts';
import { timeWords } from '../../../state/jobs/index.ts';
import { titleOf, trimmed } from '../details.ts';

/** Milliseconds without a key before visits are looked up. */
const rest = 250;
/** Maximum number of visits shown. */
const offered = 3;

function useSameVisits(details: VisitDetails): VisitSummary[] {
  const [found, setFound] = useState<VisitSummary[]>([]);
  const { transaction, identification } = trimmed(details);
  useEffect(() => {
    let wanted = true;
    const look = () =>
      call('visits.related', { transaction, identification }).then(
        (visits) => wanted && setFound(visits),
        // A convenience: the visit can be opened without it.
        () => wanted && setFound([]),
      );
    const timer = setTimeout(look, rest);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [transaction, identification]);
  return found;
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
            {same.slice(0, offered).map((visit) => (
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
