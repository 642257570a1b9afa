/**
 * The actions on an item. Record: open its visit, open the record there, fetch the full one. Quarantined body: view, save (both only
 * where its contents were stored), remove.
 */
import { Contact, Download, FileSearch, FileText, Mail, MailOpen, ScrollText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service/web-service.ts';
import { call } from '../../../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { useRemote } from '../../../state/remote.ts';
import { readKeys, saveBody, toggleRead } from '../actions.ts';
import type { InboxViewProps } from '../store.ts';

function RecordActs({ item, onOpenVisit, onOpenRecord, onFetch }: { item: InboxItem } & InboxViewProps) {
  const { t } = useTranslation(['inbox', 'ui']);
  const canFetch = useInfo().validation !== null;
  const { visitId, recordId, problem } = item;
  if (visitId === null) return null;
  return (
    <>
      <Button size="small" variant="primary" icon={Contact} onPress={() => onOpenVisit(visitId)}>
        {t('ui:visit.open')}
      </Button>
      {recordId !== null && !problem && (
        <Button size="small" icon={ScrollText} onPress={() => onOpenRecord(visitId, recordId)}>
          {t('item.acts.openRecord')}
        </Button>
      )}
      <Button size="small" icon={FileSearch} isDisabled={!canFetch} onPress={() => onFetch(visitId)}>
        {t('item.acts.fetch')}
      </Button>
    </>
  );
}

/** The text of a quarantined body, as received; truncated when long. */
function BodyDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
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

function QuarantinedActs({ item, onRemove }: { item: InboxItem; onRemove: () => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item.acts' });
  const [looking, setLooking] = useState(false);
  return (
    <>
      {item.hasContents && (
        <>
          <Button size="small" variant="primary" icon={FileText} onPress={() => setLooking(true)}>
            {t('look')}
          </Button>
          <Button size="small" icon={Download} onPress={() => void saveBody(item)}>
            {t('save')}
          </Button>
        </>
      )}
      <Button size="small" icon={Trash2} onPress={onRemove}>
        {t('remove')}
      </Button>
      {looking && <BodyDialog item={item} onClose={() => setLooking(false)} />}
    </>
  );
}

export function ItemActs({ item, onRemove, ...goes }: { item: InboxItem; onRemove: () => void } & InboxViewProps) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item.acts' });
  const canFetch = useInfo().validation !== null;
  return (
    <>
      <div className="ui-acts">
        {item.kind === 'record' ? <RecordActs item={item} {...goes} /> : <QuarantinedActs item={item} onRemove={onRemove} />}
        <Button size="small" icon={item.read ? Mail : MailOpen} shortcut={readKeys} onPress={() => void toggleRead(item)}>
          {t(item.read ? 'unread' : 'read')}
        </Button>
      </div>
      {item.kind === 'quarantined' && !item.hasContents && <p className="ui-help">{t('noContents')}</p>}
      {item.kind === 'record' && item.visitId !== null && <p className="ui-help">{t(canFetch ? 'fetchHelp' : 'cannotFetch')}</p>}
    </>
  );
}
