/**
 * Shows JSON of any structure: nested lists under the names in the data, opened and closed like any `details`.
 * Closed parts are not drawn, so that neither depth nor size of foreign data matters.
 */
import './data-tree.css';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

export type DataTreeProps = { value: unknown; label: string };

/** Levels that are open at first. */
const openDepth = 2;
/** Members drawn at once. */
const stretch = 100;

type Inner = readonly (readonly [name: string, value: unknown])[];

/** Returns the members of a value; null when it has none. */
function inside(value: unknown): Inner | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? value.map((item: unknown, index) => [`${index + 1}`, item] as const) : Object.entries(value);
}

function Leaf({ value }: { value: unknown }) {
  const { t } = useTranslation('ui');
  if (value === null || value === undefined) return <span className="ui-tree-none">{t('tree.null')}</span>;
  if (value === '') return <span className="ui-tree-none">{t('tree.blank')}</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'tree.yes' : 'tree.no')}</span>;
  return <span>{String(value)}</span>;
}

function Branch({ name, inner, depth }: { name: string; inner: Inner; depth: number }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(depth < openDepth);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        <span className="ui-tree-name">{name}</span> <span className="ui-tree-none">{t('tree.count', { count: inner.length })}</span>
      </summary>
      {open && <Members inner={inner} depth={depth + 1} />}
    </details>
  );
}

function Members({ inner, depth, label }: { inner: Inner; depth: number; label?: string }) {
  const { t } = useTranslation('ui');
  const [drawn, setDrawn] = useState(stretch);
  return (
    <ul className="ui-tree" aria-label={label}>
      {inner.slice(0, drawn).map(([name, value]) => {
        const below = inside(value);
        return (
          <li key={name}>
            {below && below.length > 0 ? (
              <Branch name={name} inner={below} depth={depth} />
            ) : (
              <p className="ui-tree-leaf">
                <span className="ui-tree-name">{name}:</span>{' '}
                {below ? <span className="ui-tree-none">{t('tree.empty')}</span> : <Leaf value={value} />}
              </p>
            )}
          </li>
        );
      })}
      {inner.length > drawn && (
        <li>
          <Button size="small" variant="quiet" onPress={() => setDrawn(drawn + stretch)}>
            {t('tree.more', { count: inner.length - drawn })}
          </Button>
        </li>
      )}
    </ul>
  );
}

export function DataTree({ value, label }: DataTreeProps) {
  const { t } = useTranslation('ui');
  const inner = inside(value);
  if (!inner) {
    return (
      <p className="ui-tree">
        <Leaf value={value} />
      </p>
    );
  }
  if (inner.length === 0) return <p className="ui-tree ui-tree-none">{t('tree.empty')}</p>;
  return <Members inner={inner} depth={0} label={label} />;
}
