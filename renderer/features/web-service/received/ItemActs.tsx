/**
 * The actions on an item. Record: open its visit, open the record there, fetch the full one. Quarantined body: view, save (both only
 * where its contents were stored), remove.
 */
import { Contact, Download, FileSearch, FileText, Mail, MailOpen, ScrollText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service.ts';
import { Button } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { readKeys, saveBody, toggleRead } from '../actions.ts';
import type { InboxViewProps } from '../leads-to.ts';
import { BodyDialog } from './BodyDialog.tsx';

function OfRecord({ item, onOpenVisit, onOpenRecord, onFetch }: { item: InboxItem } & InboxViewProps) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item.acts' });
  const canFetch = useInfo().validation !== null;
  const { visitId, recordId, problem } = item;
  if (visitId === null) return null;
  return (
    <>
      <Button size="small" variant="primary" icon={Contact} onPress={() => onOpenVisit(visitId)}>
        {t('openVisit')}
      </Button>
      {recordId !== null && !problem && (
        <Button size="small" icon={ScrollText} onPress={() => onOpenRecord(visitId, recordId)}>
          {t('openRecord')}
        </Button>
      )}
      <Button size="small" icon={FileSearch} isDisabled={!canFetch} onPress={() => onFetch(visitId)}>
        {t('fetch')}
      </Button>
    </>
  );
}

function OfSetAside({ item, onRemove }: { item: InboxItem; onRemove: () => void }) {
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
      <div className="inbox-acts">
        {item.kind === 'record' ? <OfRecord item={item} {...goes} /> : <OfSetAside item={item} onRemove={onRemove} />}
        <Button size="small" icon={item.read ? Mail : MailOpen} shortcut={readKeys} onPress={() => void toggleRead(item)}>
          {t(item.read ? 'unread' : 'read')}
        </Button>
      </div>
      {item.kind === 'set-aside' && !item.hasContents && <p className="ui-help">{t('noContents')}</p>}
      {item.kind === 'record' && item.visitId !== null && <p className="ui-help">{t(canFetch ? 'fetchHelp' : 'cannotFetch')}</p>}
    </>
  );
}
