/** The text of a quarantined body, as received; truncated when long. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { saveBody } from '../actions.ts';

type Read = { text: string; cut: boolean } | { problem: Problem } | null;

export function BodyDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
  const { t } = useTranslation(['inbox', 'ui']);
  const [read, setRead] = useState<Read>(null);
  useEffect(() => {
    let ended = false;
    call('inbox.body', { id: item.id }).then(
      (body) => !ended && setRead(body),
      (thrown: unknown) => !ended && setRead({ problem: problemOf(thrown) }),
    );
    return () => {
      ended = true;
    };
  }, [item.id]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('body.title')}
      wide
      actions={
        <>
          <Button icon={Download} onPress={() => void saveBody(item)}>
            {t('item.acts.save')}
          </Button>
          <Button variant="primary" onPress={onClose} autoFocus>
            {t('ui:close')}
          </Button>
        </>
      }
    >
      {read === null && <p className="inbox-body-note">{t('body.reading')}</p>}
      {read !== null && 'problem' in read && (
        <div className="inbox-body-note">
          <ProblemBanner problem={read.problem} alert />
        </div>
      )}
      {read !== null && 'text' in read && (
        <>
          {read.cut && <p className="ui-help">{t('body.cut')}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is scrolled must be reached by the keys */}
          <section className="inbox-body" tabIndex={0} aria-label={t('body.title')}>
            <pre>{read.text === '' ? t('body.blank') : read.text}</pre>
          </section>
        </>
      )}
    </Dialog>
  );
}
