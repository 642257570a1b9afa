/** Every member of an entry: under its text, with the provider's name on hover, or under that name where there is no text. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Match } from '../../../../shared/domain/screening.ts';
import { DataTree } from '../../../components/index.ts';
import { memberRows } from '../derive.ts';

export function MatchMembers({ entry }: { entry: Match['entry'] }) {
  const { t } = useTranslation('screening');
  const [open, setOpen] = useState(false);
  const rows = memberRows(entry);
  return (
    <details className="scr-members" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('match.all', { count: rows.length })}</summary>
      {open && (
        <dl>
          {rows.map(({ name, known, value }) => (
            <div key={name}>
              <dt title={name}>{known ? t(`member.${known}`) : <code>{name}</code>}</dt>
              <dd>
                <DataTree value={value} label={known ? t(`member.${known}`) : name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
