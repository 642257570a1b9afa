/** The code of a backup for another computer, shown once, before the backup is written. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { Banner, Button, Checkbox, Dialog } from '../../../components/index.ts';

type Props = { code: string; onClose: () => void; onSaved: () => void };

export function MoveDialog({ code, onClose, onSaved }: Props) {
  const { t } = useTranslation(['backup', 'ui']);
  const [saved, setSaved] = useState(false);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('move.dialog')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" isDisabled={!saved} onPress={onSaved}>
            {t('move.confirm')}
          </Button>
        </>
      }
    >
      <div className="backup-dialog">
        <p>{t('move.words')}</p>
        <p className="backup-code">
          <span className="ui-label">{t('move.code')}</span>
          <code>{code}</code>
          <CopyButton text={code} />
        </p>
        <Banner tone="doubt" what={t('move.apart.what')} why={t('move.apart.why')} />
        <Checkbox isSelected={saved} onChange={setSaved}>
          {t('move.saved')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
