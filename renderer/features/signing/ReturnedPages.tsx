/** The returned file, with its signatures marked, and the choice between it and the original. */
import { useTranslation } from 'react-i18next';
import type { SignatureFacts } from '../../../shared/domain/documents/document.ts';
import { returnedUrl } from '../../../shared/ipc/signing.ts';
import { call } from '../../bridge.ts';
import { FilterGroup, ProblemBanner } from '../../components/index.ts';
import { PdfWorkbench, type WorkbenchHandle } from '../../pdf/index.ts';
import { useRemote } from '../../state/remote.ts';

type Props = { documentId: string; ref: React.Ref<WorkbenchHandle> };

const nothing = () => {};

const placeOf = (signature: SignatureFacts | undefined) => (signature?.page ? { page: signature.page, rect: signature.rect } : undefined);

export function ReturnedPages({ documentId, ref }: Props) {
  const { t } = useTranslation('signing');
  const { value: file, problem } = useRemote(documentId, () => call('signing.returnedFile', { documentId }));
  if (problem) {
    return (
      <div className="sign-pad">
        <ProblemBanner problem={problem} tone="doubt" />
      </div>
    );
  }
  if (!file) return <p className="sign-pad">{t('page.loading')}</p>;
  return (
    <PdfWorkbench
      ref={ref}
      documentId={`${documentId} ${file.sha256}`}
      url={returnedUrl(documentId)}
      name={file.name}
      pages={file.pages}
      signatures={file.signatures}
      firstPlace={placeOf(file.signatures.findLast(({ page }) => page !== null))}
      rule={null}
      onRuleChange={nothing}
      readOnly
    />
  );
}

const shown = ['returned', 'original'] as const;
export type ShownFile = (typeof shown)[number];

type FileChoiceProps = { chosen: ShownFile; isSigned: boolean; onChoose: (shown: ShownFile) => void };

export function FileChoice({ chosen, isSigned, onChoose }: FileChoiceProps) {
  const { t } = useTranslation('signing');
  return (
    <FilterGroup label={t('page.shows')} names={shown} chosen={chosen} onChoose={onChoose} className="sign-page-shows">
      {(name) => t(name === 'original' ? 'page.original' : isSigned ? 'page.signed' : 'page.returned')}
    </FilterGroup>
  );
}
