/** One rule of a profile: the place in a source's answer, the text there, and what it means. */
import './rule-fields.css';
import { useTranslation } from 'react-i18next';
import { ruleLimits, ruleMeanings, ruleSources, type TextRule, textRuleSchema } from '../../../shared/domain/text-rules.ts';
import { Select, TextField } from '../../components/index.ts';

export type RuleFieldsProps = {
  rule: TextRule;
  onChange: (rule: TextRule) => void;
  /** Also asks for the source; otherwise the source is fixed. */
  withSource?: boolean;
  /** Empty fields are faults. */
  complete?: boolean;
};

export function RuleFields({ rule, onChange, withSource = false, complete = true }: RuleFieldsProps) {
  const { t } = useTranslation('screening');
  const wrong = new Set(textRuleSchema.safeParse(rule).error?.issues.map(({ path }) => path[0]));
  const fault = (field: 'path' | 'pattern') =>
    wrong.has(field) && (complete || rule[field] !== '') ? t(`rules.wrong.${field}`) : undefined;
  return (
    <div className={`search-rule ${withSource ? 'search-rule-with-source' : ''}`}>
      {withSource && (
        <Select
          label={t('matrix.source')}
          value={rule.source}
          options={ruleSources.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={(source) => onChange({ ...rule, source })}
        />
      )}
      <TextField
        label={t('rules.path')}
        value={rule.path}
        maxLength={ruleLimits.path}
        onChange={(path) => onChange({ ...rule, path })}
        errorMessage={fault('path')}
      />
      <TextField
        label={t('rules.pattern')}
        value={rule.pattern}
        maxLength={ruleLimits.pattern}
        onChange={(pattern) => onChange({ ...rule, pattern })}
        errorMessage={fault('pattern')}
      />
      <Select
        label={t('rules.meaning')}
        value={rule.meaning}
        options={ruleMeanings.map((value) => ({ value, label: t(`rules.meanings.${value}`) }))}
        onChange={(meaning) => onChange({ ...rule, meaning })}
      />
    </div>
  );
}
