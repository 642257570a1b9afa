/** The text of a quarantined body, as received; truncated when long. */
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service.ts';
import { call } from '../../../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { useRemote } from '../../../state/remote.ts';
import { saveBody } from '../actions.ts';

export function BodyDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
  const { t } = useTranslation(['inbox', 'ui']);
  const { value: body, problem } = useRemote(item.id, () => call('inbox.body', { id: item.id }));
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
      {!body && !problem && <p className="inbox-body-note">{t('body.reading')}</p>}
      {problem && (
        <div className="inbox-body-note">
          <ProblemBanner problem={problem} alert />
        </div>
      )}
      {body && (
        <>
          {body.cut && <p className="ui-help">{t('body.cut')}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is scrolled must be reached by the keys */}
          <section className="inbox-body" tabIndex={0} aria-label={t('body.title')}>
            <pre>{body.text === '' ? t('body.blank') : body.text}</pre>
          </section>
        </>
      )}
    </Dialog>
  );
}
