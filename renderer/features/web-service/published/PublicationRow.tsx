/** A published document: its state, its actions, and its row in a short list. */
import './publishing.css';
import {
  Contact,
  FileWarning,
  Hourglass,
  Landmark,
  type LucideIcon,
  PackageCheck,
  Share2,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../shared/domain/web-service/web-service.ts';
import { isFocusLost } from '../../../components/focus-when-lost.ts';
import { Button, ConfirmDialog, FileName, StatusTag, type Tone } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { offer, removePublication, withdraw } from './actions.ts';
import { usePublicationWords } from './words.ts';

type Shown = Publication['state'] | 'unreadable';

const looks: Record<Shown, { tone: Tone; icon: LucideIcon }> = {
  offered: { tone: 'busy', icon: Share2 },
  fetched: { tone: 'quiet', icon: PackageCheck },
  withdrawn: { tone: 'quiet', icon: Undo2 },
  unreadable: { tone: 'bad', icon: FileWarning },
};

export const shownState = ({ state, problem }: Pick<Publication, 'state' | 'problem'>): Shown => (problem ? 'unreadable' : state);

/** The state of a published document: icon, word and colour. */
export function PublicationTag({ publication }: { publication: Publication }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing' });
  const shown = shownState(publication);
  return <StatusTag {...looks[shown]}>{t(`state.${shown}`)}</StatusTag>;
}

/**
 * The actions on a published document: withdraw it, publish it again, remove it from the list, open its visit. `onOpenVisit` is omitted
 * on the page of the visit.
 */
export function PublicationActs({ publication, onOpenVisit }: { publication: Publication; onOpenVisit?: (visitId: string) => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing' });
  const { t: words } = useTranslation('ui');
  const [removing, setRemoving] = useState(false);
  const { visitId, name, state, problem } = publication;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The pressed button is gone after its action; the focus moves to the button that undoes it.
    if (before.current !== state && isFocusLost()) place.current?.querySelector('button')?.focus();
    before.current = state;
  }, [state]);
  return (
    <div className="ui-acts pub-acts" ref={place}>
      {state === 'offered' && (
        <Button size="small" icon={Undo2} of={name} onPress={() => void withdraw(publication)}>
          {t('acts.withdraw')}
        </Button>
      )}
      {state !== 'offered' && (
        <>
          {!problem && (
            <Button size="small" icon={Share2} of={name} onPress={() => void offer(publication)}>
              {t('acts.offer')}
            </Button>
          )}
          <Button size="small" icon={Trash2} of={name} onPress={() => setRemoving(true)}>
            {t('acts.remove')}
          </Button>
        </>
      )}
      {visitId !== null && onOpenVisit && (
        <Button size="small" icon={Contact} of={name} onPress={() => onOpenVisit(visitId)}>
          {words('visit.open')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => void removePublication(publication)}
        title={t('remove.title', { name })}
        confirmLabel={t('remove.confirm')}
        danger
      >
        {t('remove.words')}
      </ConfirmDialog>
    </div>
  );
}

/** What the hub knows of a published document; nothing where the station is not enrolled. */
export function AtHub({ publication: { state, hub } }: { publication: Pick<Publication, 'state' | 'hub'> }) {
  const { t } = useTranslation('hub', { keyPrefix: 'publication' });
  const isOffered = state === 'offered';
  if (hub === 'none' || (hub === 'known' && !isOffered) || state === 'fetched') return null;
  const isWaiting = hub === 'waiting';
  return (
    <p className="pub-fetched pub-hub">
      {isWaiting ? <Hourglass size={13} aria-hidden="true" /> : <Landmark size={13} aria-hidden="true" />}
      {t(isWaiting ? (isOffered ? 'waiting' : 'withdrawing') : 'known')}
    </p>
  );
}

/** A list item: name and state, customer, number of fetches, and the actions. `onOpenVisit` is omitted on the page of the visit. */
export function PublicationRow({ publication, onOpenVisit }: { publication: Publication; onOpenVisit?: (visitId: string) => void }) {
  const words = usePublicationWords();
  const problemWords = useProblemWords();
  const { whole, cut } = words.fetched(publication);
  return (
    <li className="pub-row">
      <div className="pub-head">
        <span className="pub-name">
          <FileName name={publication.name} />
        </span>
        <PublicationTag publication={publication} />
      </div>
      <p className="pub-keys">{words.keys(publication.keys)}</p>
      <p className="ui-fine pub-facts">{words.facts(publication)}</p>
      {whole !== '' && <p className="pub-fetched">{whole}</p>}
      {cut !== '' && (
        <p className="pub-cut">
          <TriangleAlert size={13} aria-hidden="true" />
          {cut}
        </p>
      )}
      <AtHub publication={publication} />
      {publication.problem && <p className="pub-fetched">{problemWords(publication.problem).what}</p>}
      <PublicationActs publication={publication} {...(onOpenVisit ? { onOpenVisit } : {})} />
    </li>
  );
}
