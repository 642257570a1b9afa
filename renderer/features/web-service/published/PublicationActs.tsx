/** The actions on a published document: withdraw it, publish it again, remove it from the list, open its visit. */
import { Contact, Share2, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../shared/domain/web-service.ts';
import { Button, ConfirmDialog } from '../../../components/index.ts';
import { offer, removePublication, withdraw } from './actions.ts';

/** `onOpenVisit` is omitted on the page of the visit. */
export function PublicationActs({ publication, onOpenVisit }: { publication: Publication; onOpenVisit?: (visitId: string) => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing' });
  const [removing, setRemoving] = useState(false);
  const { visitId, name, state, problem } = publication;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The pressed button is gone after its action; the focus moves to the button that undoes it.
    if (before.current !== state && document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    before.current = state;
  }, [state]);
  return (
    <div className="pub-acts" ref={place}>
      {state === 'offered' && (
        <Button size="small" icon={Undo2} onPress={() => void withdraw(publication)}>
          {t('acts.withdraw')}
        </Button>
      )}
      {state !== 'offered' && (
        <>
          {!problem && (
            <Button size="small" icon={Share2} onPress={() => void offer(publication)}>
              {t('acts.offer')}
            </Button>
          )}
          <Button size="small" icon={Trash2} onPress={() => setRemoving(true)}>
            {t('acts.remove')}
          </Button>
        </>
      )}
      {visitId !== null && onOpenVisit && (
        <Button size="small" icon={Contact} onPress={() => onOpenVisit(visitId)}>
          {t('acts.openVisit')}
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
