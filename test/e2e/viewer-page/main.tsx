/** The viewer and its fields on a page of their own, so that its specs need neither main nor the provider. */
import '../../../renderer/components/base.css';
import './page.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LiveRegion } from '../../../renderer/components/index.ts';
import { startI18n } from '../../../renderer/i18n/index.ts';
import { PdfWorkbench, PlacementFields } from '../../../renderer/pdf/index.ts';
import type { SignatureFacts } from '../../../shared/domain/documents/document.ts';
import type { PageFacts } from '../../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { isLanguage } from '../../../shared/i18n/languages.ts';

export type Shown = { id: string; pages: PageFacts[]; signatures: SignatureFacts[]; rule: PlacementRule | null; readOnly: boolean };

declare global {
  interface Window {
    /** Puts a document on the page; `rule` is what the clerk has made of it since. */
    viewerPage: { show: (shown: Shown | null) => void; rule: PlacementRule | null; valid: boolean };
  }
}

function Page() {
  const [shown, show] = useState<Shown | null>(null);
  const setRule = (rule: PlacementRule | null) => show((before) => before && { ...before, rule });
  window.viewerPage = { show, rule: shown?.rule ?? null, valid: window.viewerPage?.valid ?? true };
  if (!shown) return <main className="test-page" />;
  return (
    <main className="test-page">
      <PdfWorkbench
        documentId={shown.id}
        url={`./documents/${shown.id}`}
        name={`${shown.id}.pdf`}
        pages={shown.pages}
        signatures={shown.signatures}
        rule={shown.rule}
        onRuleChange={setRule}
        readOnly={shown.readOnly}
      />
      <aside aria-label="fields">
        <h1>Placement</h1>
        <PlacementFields
          rule={shown.rule}
          pages={shown.pages}
          onRuleChange={setRule}
          onValidityChange={(valid) => {
            window.viewerPage.valid = valid;
          }}
        />
      </aside>
      <LiveRegion />
    </main>
  );
}

const wanted = new URLSearchParams(location.search);
document.documentElement.dataset.theme = wanted.get('theme') ?? 'light';
const language = wanted.get('language') ?? '';
await startI18n(isLanguage(language) ? language : 'en');
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
