/** The returned file, with its signatures marked. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReturnedFile } from '../../../shared/domain/verification.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { returnedUrl } from '../../../shared/ipc/signing.ts';
import { call } from '../../bridge.ts';
import { ProblemBanner } from '../../components/index.ts';
import { PdfWorkbench, type WorkbenchHandle } from '../../pdf/index.ts';

type Props = { documentId: string; ref: React.Ref<WorkbenchHandle> };

const nothing = () => {};

export function ReturnedPages({ documentId, ref }: Props) {
  const { t } = useTranslation('signing');
  const [found, setFound] = useState<ReturnedFile | Problem | null>(null);
  useEffect(() => {
    let shown = true;
    call('signing.returnedFile', { documentId }).then(
      (file) => shown && setFound(file),
      (thrown: unknown) => shown && setFound(problemOf(thrown)),
    );
    return () => {
      shown = false;
    };
  }, [documentId]);
  if (found === null) return <p className="sign-pad">{t('page.loading')}</p>;
  if ('code' in found) {
    return (
      <div className="sign-pad">
        <ProblemBanner problem={found} tone="doubt" />
      </div>
    );
  }
  return (
    <PdfWorkbench
      ref={ref}
      documentId={`${documentId} ${found.sha256}`}
      url={returnedUrl(documentId)}
      name={found.name}
      pages={found.pages}
      signatures={found.signatures}
      firstPage={found.signatures.findLast(({ page }) => page !== null)?.page ?? 1}
      rule={null}
      onRuleChange={nothing}
      readOnly
    />
  );
}
