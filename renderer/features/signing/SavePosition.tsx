/** Saves the place of a signature under a name. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { call } from '../../bridge.ts';
import { Dialog, Form, FormActions, ProblemBanner, TextField } from '../../components/index.ts';
import { refusalOf } from '../../state/attempt.ts';
import { useSavedState } from '../../state/page-parts.ts';
import { useSaving } from '../../state/use-saving.ts';
import { presets } from './store.ts';

export function SavePosition({ rule, onClose }: { rule: PlacementRule; onClose: () => void }) {
  const { t } = useTranslation(['dialogs', 'signing']);
  const [name, setName] = useSavedState('position name', '');
  const [tried, setTried] = useState(false);
  const { problem, save } = useSaving();
  const isMissing = name.trim() === '';
  const submit = async () => {
    setTried(true);
    if (!isMissing && (await save(() => refusalOf(call('presets.save', { name: name.trim(), rule }).then(presets.set))))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('signing:presets.saveTitle')} losesInput={!isMissing}>
      <Form className="ui-dialog-form" onSave={submit}>
        <TextField
          autoFocus
          label={t('position.name')}
          description={t('position.nameHelp')}
          value={name}
          maxLength={60}
          onChange={setName}
          errorMessage={tried && isMissing ? t('position.nameMissing') : undefined}
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={onClose}>{t('position.save')}</FormActions>
      </Form>
    </Dialog>
  );
}
