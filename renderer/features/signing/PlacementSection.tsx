/** Where the signature goes: for all documents, or for the one on the page. */
import { BookmarkPlus, Check, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { builtInPresets } from '../../../shared/domain/placement/presets.ts';
import { Banner, Button, FilterGroup, IconButton, part, Select } from '../../components/index.ts';
import { PlacementFields } from '../../pdf/index.ts';
import { useJobs } from '../../state/jobs.ts';
import { useSavedState } from '../../state/page-parts.ts';
import { confirmPlacement } from './actions.ts';
import { sendable } from './derive.ts';
import { changeDraft, goToPlacement, presets, scopes, useCurrentRule, useOwnDocuments, useSigning } from './store.ts';

const AnotherDialog = part(async () => (await import('./AnotherDialog.tsx')).AnotherDialog);
const RemovePosition = part(async () => (await import('./RemovePosition.tsx')).RemovePosition);
const SavePosition = part(async () => (await import('./SavePosition.tsx')).SavePosition);

const sameRule = (a: PlacementRule, b: PlacementRule): boolean =>
  a.page === b.page && a.anchor === b.anchor && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

type Props = { rule: PlacementRule | null; toConfirm: boolean; onChoose: (rule: PlacementRule) => void };

/** Built-in places and the clerk's own, by name. The choice is derived from the placement itself. */
function PresetPicker({ rule, toConfirm, onChoose }: Props) {
  const { t } = useTranslation('signing');
  const own = presets.use(({ value }) => value) ?? [];
  const [saving, setSaving] = useSavedState('new position', false);
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
        // A proposed position is not chosen yet: choosing it confirms it.
        value={toConfirm ? null : (chosen?.id ?? null)}
        placeholder={chosen?.name ?? (rule ? t('presets.custom') : t('presets.none'))}
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
      {saving && rule && <SavePosition rule={rule} onClose={() => setSaving(false)} />}
      {removing && ownChosen && <RemovePosition preset={ownChosen} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** Asks whether the position of the documents before is right for those that arrived. */
function ConfirmPlacement() {
  const { t } = useTranslation('signing');
  return (
    <Banner
      tone="doubt"
      what={t('placement.confirmWhat')}
      actions={
        <Button size="small" icon={Check} data-confirm onPress={confirmPlacement}>
          {t('placement.confirm')}
        </Button>
      }
    />
  );
}

/** More than one signature in a document: why it takes another call, and the plan for it. */
function AnotherSignature({ documentId }: { documentId: string }) {
  const { t } = useTranslation('signing');
  const isPlanned = useSigning((state) => state.drafts[documentId]?.another === true);
  const [asking, setAsking] = useState(false);
  if (isPlanned) {
    return (
      <p className="ui-help">
        {t('another.planned')}{' '}
        <Button variant="link" onPress={() => changeDraft(documentId, { another: false })}>
          {t('another.drop')}
        </Button>
      </p>
    );
  }
  return (
    <>
      <Button variant="quiet" size="small" icon={PenLine} onPress={() => setAsking(true)}>
        {t('another.plan')}
      </Button>
      {asking && <AnotherDialog documentId={documentId} onClose={() => setAsking(false)} />}
    </>
  );
}

export function PlacementSection({ document }: { document: StationDocument | null }) {
  const { t } = useTranslation('signing');
  const { rule, change, scope, setScope, toConfirm } = useCurrentRule(document?.id ?? null);
  const own = useOwnDocuments();
  const pending = useJobs(useShallow(({ jobs }) => sendable(own, jobs)));
  const owners = useSigning((state) => pending.filter(({ id }) => state.drafts[id]?.rule !== undefined).length);
  return (
    <section className="sign-section" aria-labelledby="sign-placement" data-field="placement">
      <h2 id="sign-placement">{t('placement.title')}</h2>
      {document && (
        <div className="ui-line">
          <span className="ui-label" aria-hidden="true">
            {t('placement.scope')}
          </span>
          <FilterGroup isChoice label={t('placement.scope')} names={scopes} chosen={scope} onChoose={setScope}>
            {(name) => (name === 'all' ? t('placement.all', { count: pending.length - owners }) : t('placement.this'))}
          </FilterGroup>
        </div>
      )}
      {toConfirm && rule && document && <ConfirmPlacement />}
      <PresetPicker
        rule={rule}
        toConfirm={toConfirm}
        onChoose={(chosen) => {
          change(chosen);
          goToPlacement();
        }}
      />
      <PlacementFields
        key={document?.id ?? ''}
        rule={rule}
        onRuleChange={(next) => {
          change(next);
          // A first rectangle is shown on its page.
          if (rule === null) goToPlacement();
        }}
        pages={document?.facts?.pages ?? null}
        onValidityChange={(valid) => useSigning.setState({ placementTypedWrong: !valid })}
      />
      {rule && document && pending.some(({ id }) => id === document.id) && (
        <AnotherSignature key={`another ${document.id}`} documentId={document.id} />
      )}
      {owners > 0 && <p className="ui-help">{t('placement.others', { count: owners })}</p>}
    </section>
  );
}
