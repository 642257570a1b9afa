/** Built-in places and the clerk's own, by name. The choice is derived from the placement itself. */
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacementRule } from '../../../shared/domain/placement.ts';
import { builtInPresets } from '../../../shared/domain/presets.ts';
import { Button, ConfirmDialog, Dialog, IconButton, Select, TextField } from '../../components/index.ts';
import { removePreset, savePreset } from './actions.ts';
import { presets } from './store.ts';

const sameRule = (a: PlacementRule, b: PlacementRule): boolean =>
  a.page === b.page && a.anchor === b.anchor && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

type Props = { rule: PlacementRule | null; onChoose: (rule: PlacementRule) => void };

function SaveDialog({ rule, onClose }: { rule: PlacementRule; onClose: () => void }) {
  const { t } = useTranslation('signing');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const save = async () => {
    setTried(true);
    if (name.trim() !== '' && (await savePreset(name.trim(), rule))) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('presets.saveTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('presets.notNow')}</Button>
          <Button variant="primary" type="submit" form="sign-preset">
            {t('presets.save')}
          </Button>
        </>
      }
    >
      <form
        id="sign-preset"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          autoFocus
          label={t('presets.name')}
          description={t('presets.nameHelp')}
          value={name}
          maxLength={60}
          onChange={setName}
          errorMessage={tried && name.trim() === '' ? t('presets.nameMissing') : undefined}
        />
      </form>
    </Dialog>
  );
}

export function PresetPicker({ rule, onChoose }: Props) {
  const { t } = useTranslation('signing');
  const own = presets.use(({ value }) => value) ?? [];
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState(false);
  const all = [...builtInPresets.map(({ key, rule: place }) => ({ id: key, rule: place, name: t(`presets.builtIn.${key}`) })), ...own];
  const chosen = rule ? all.find((preset) => sameRule(preset.rule, rule)) : undefined;
  const ownChosen = own.find(({ id }) => id === chosen?.id);
  return (
    <div className="sign-presets">
      <Select
        className="sign-presets-select"
        label={t('presets.label')}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? null}
        placeholder={rule ? t('presets.custom') : t('presets.none')}
        onChange={(id) => {
          const preset = all.find((candidate) => candidate.id === id);
          if (preset) onChoose({ ...preset.rule });
        }}
      />
      {ownChosen ? (
        <IconButton icon={Trash2} aria-label={t('presets.remove', { name: ownChosen.name })} onPress={() => setRemoving(true)} />
      ) : (
        <IconButton
          icon={BookmarkPlus}
          aria-label={t('presets.saveTitle')}
          isDisabled={!rule || chosen !== undefined}
          onPress={() => setSaving(true)}
        />
      )}
      {saving && rule && <SaveDialog rule={rule} onClose={() => setSaving(false)} />}
      {ownChosen && (
        <ConfirmDialog
          isOpen={removing}
          onClose={() => setRemoving(false)}
          onConfirm={() => void removePreset(ownChosen.id)}
          title={t('presets.removeTitle', { name: ownChosen.name })}
          confirmLabel={t('presets.removeConfirm')}
          danger
        >
          {t('presets.removeLoss')}
        </ConfirmDialog>
      )}
    </div>
  );
}
