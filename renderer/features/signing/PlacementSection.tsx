/** Where the signature goes: for all documents, or for the one on the page. */
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { Button, part } from '../../components/index.ts';
import { PlacementFields } from '../../pdf/index.ts';
import { PresetPicker } from './PresetPicker.tsx';
import { dropOwnRule, useSigning } from './store.ts';
import { useCurrentRule } from './use-current-rule.ts';

/** Loaded with the first document. */
const OnlyThis = part(async () => (await import('../../components/Checkbox.tsx')).Checkbox);

export function PlacementSection({ document }: { document: StationDocument | null }) {
  const { t } = useTranslation('signing');
  const { rule, change, own, makeOwn } = useCurrentRule(document?.id ?? null);
  const owners = useSigning((state) => Object.values(state.drafts).filter((draft) => draft.rule).length);
  return (
    <section className="sign-section" aria-labelledby="sign-placement" data-field="placement">
      <h2 id="sign-placement">{t('placement.title')}</h2>
      {document && (
        <OnlyThis isSelected={own} isDisabled={!rule} onChange={(only) => (only ? makeOwn() : dropOwnRule(document.id))}>
          {t('placement.only')}
        </OnlyThis>
      )}
      <PresetPicker
        rule={rule}
        onChoose={(chosen) => {
          change(chosen);
          useSigning.setState(({ placesChosen }) => ({ placesChosen: placesChosen + 1 }));
        }}
      />
      <PlacementFields
        key={document?.id ?? ''}
        rule={rule}
        onRuleChange={change}
        pages={document?.facts?.pages ?? null}
        onValidityChange={(valid) => useSigning.setState({ placementTypedWrong: !valid })}
      />
      {rule && <p className="ui-help">{own ? t('placement.forThis') : t('placement.forAll', { count: owners })}</p>}
      {own && document && (
        <Button size="small" icon={Undo2} onPress={() => dropOwnRule(document.id)}>
          {t('placement.reset')}
        </Button>
      )}
    </section>
  );
}
