/** A file before screening: how it is read, which columns count, its faults, and the start. */
import { ArrowLeft, FilePlus2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmButton, ProblemBanner } from '../../../../components/index.ts';
import { chooseFile, discard, showDraft } from './actions.ts';
import type { Draft } from './draft.ts';
import { FileCheck, QueryPreview } from './FileCheck.tsx';
import { Mapping } from './Mapping.tsx';
import { PreviewTable, ReadingOptions } from './ReadingOptions.tsx';
import { Start } from './Start.tsx';

function Part({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className="bulk-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="ui-help">{help}</p>
      {children}
    </section>
  );
}

function Head({ draft }: { draft: Draft }) {
  const { t } = useTranslation(['bulk', 'ui']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="bulk-head">
      <Button size="small" variant="quiet" icon={ArrowLeft} onPress={() => showDraft(false)}>
        {t('title')}
      </Button>
      <h2 ref={heading} tabIndex={-1} className="truncate" title={draft.preview.name}>
        {draft.preview.name}
      </h2>
      <span className="ui-help">{draft.preview.format.toUpperCase()}</span>
      <span className="bulk-head-end">
        <Button size="small" icon={FilePlus2} onPress={() => void chooseFile()}>
          {t('draft.other')}
        </Button>
        <ConfirmButton
          size="small"
          variant="quiet"
          asks={draft.mapped}
          label={t('ui:discard.confirm')}
          title={t('draft.discardTitle')}
          confirmLabel={t('ui:discard.confirm')}
          onConfirm={discard}
          danger
        >
          {t('draft.discardLoss')}
        </ConfirmButton>
      </span>
    </header>
  );
}

export function DraftPage({ draft, onOpenSettings }: { draft: Draft; onOpenSettings: () => void }) {
  const { t } = useTranslation('bulk');
  const problem = draft.problem ?? draft.preview.problem;
  const shown = !problem && draft.preview.columns.length > 0;
  return (
    <div className="bulk-page bulk-page-draft" data-pane="">
      <Head draft={draft} />
      <Part title={t('reading.title')} help={t('reading.help')}>
        <ReadingOptions draft={draft} />
        {problem && <ProblemBanner problem={problem} alert />}
        {shown && <PreviewTable draft={draft} />}
      </Part>
      {shown && (
        <>
          <Part title={t('mapping.title')} help={t('mapping.help')}>
            <div className="bulk-sides">
              <Mapping draft={draft} />
              <QueryPreview draft={draft} />
            </div>
          </Part>
          <Part title={t('check.title')} help={t('check.help')}>
            <FileCheck draft={draft} />
          </Part>
        </>
      )}
      <Start draft={draft} onOpenSettings={onOpenSettings} />
    </div>
  );
}
