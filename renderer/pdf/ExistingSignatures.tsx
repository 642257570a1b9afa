/** Existing signatures of the document: outlined, without blocking the pointer. */
import { useTranslation } from 'react-i18next';
import type { SignatureFacts } from '../../shared/domain/document.ts';
import type { PageFacts } from '../../shared/domain/geometry.ts';
import { displayedSize, fromUserSpace } from '../../shared/domain/placement-convert.ts';
import { OnPage } from './OnPage.tsx';
import type { PageView } from './page-view.ts';

const share = (part: number, whole: number) => `${(part / whole) * 100}%`;

export type ExistingSignaturesProps = { view: PageView; pages: readonly PageFacts[]; signatures: readonly SignatureFacts[] };

export function ExistingSignatures({ view, pages, signatures }: ExistingSignaturesProps) {
  const { t } = useTranslation('pdf');
  return signatures.map(({ field, page, rect, integrity }) => {
    const facts = page ? pages[page - 1] : undefined;
    if (!page || !facts || !rect) return null;
    const size = displayedSize(facts);
    const shown = fromUserSpace(rect, facts);
    return (
      <OnPage key={field} view={view} page={page}>
        <div
          className="viewer-signed"
          data-integrity={integrity}
          role="img"
          aria-label={t(`signed.${integrity}`)}
          title={t(`signed.${integrity}`)}
          style={{
            left: share(shown.left, size.width),
            top: share(size.height - shown.top, size.height),
            width: share(shown.right - shown.left, size.width),
            height: share(shown.top - shown.bottom, size.height),
          }}
        />
      </OnPage>
    );
  });
}
