/** The placement in exact numbers, next to the page, or that there is none. */
import './placement-fields.css';
import { SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, part } from '../../components/index.ts';
import type { PlacementFieldsProps, PlacementNumbersProps } from './PlacementNumbers.tsx';

const PlacementNumbers = part<PlacementNumbersProps>(async () => (await import('./PlacementNumbers.tsx')).PlacementNumbers);

export function PlacementFields({ rule, pages, onRuleChange, isDisabled = false, onValidityChange }: PlacementFieldsProps) {
  const { t } = useTranslation('pdf');
  // Without numbers no entry is wrong.
  useEffect(() => (rule === null ? onValidityChange?.(true) : undefined), [rule, onValidityChange]);

  if (!rule) {
    // The arithmetic of rectangles is loaded with the first one.
    const place = async () => onRuleChange((await import('./placement-moves.ts')).usualRule(pages?.at(-1)));
    return (
      <div className="viewer-fields-none">
        <p>{t('fields.none')}</p>
        <Button icon={SquarePen} isDisabled={isDisabled} onPress={() => void place()}>
          {t('fields.placeUsual')}
        </Button>
      </div>
    );
  }

  return (
    <PlacementNumbers
      rule={rule}
      pages={pages}
      onRuleChange={onRuleChange}
      isDisabled={isDisabled}
      {...(onValidityChange && { onValidityChange })}
    />
  );
}
