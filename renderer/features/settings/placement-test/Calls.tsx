/** The test documents that were sent: the page with the actual and the expected position of its signature. */
import { useTranslation } from 'react-i18next';
import type { PlacementCall, PlacementTest } from '../../../../shared/domain/placement/placement-test.ts';
import { Banner } from '../../../components/index.ts';
import { PagePicture } from '../../../pdf/index.ts';

/** CSS pixels. */
const pictureWidth = 320;

export function Calls({ test }: { test: PlacementTest }) {
  const shown = test.calls.filter(({ went }) => went !== null);
  if (shown.length === 0) return null;
  return (
    <ol className="placement-test-calls">
      {shown.map((call) => (
        <li key={call.number} className="set-group">
          <Call test={test} call={call} />
        </li>
      ))}
    </ol>
  );
}

function Call({ test, call }: { test: PlacementTest; call: PlacementCall }) {
  const { t } = useTranslation('settings');
  const { number, purpose, wire, expected, went, fitting, integrity } = call;
  const pages = [...new Set([went?.page, expected?.page].filter((page) => page !== undefined))];
  const places = [
    { kind: 'expected' as const, place: expected },
    { kind: 'went' as const, place: went },
  ];
  return (
    <>
      <h2>{t(`placementTest.purposes.${purpose}`, { number })}</h2>
      <p className="ui-help">{t('placementTest.sent', wire)}</p>
      {purpose !== 'confirm' && fitting !== null && fitting > 0 && (
        <p className="ui-help">{t('placementTest.fitting', { count: fitting })}</p>
      )}
      {integrity !== null && integrity !== 'valid' && (
        <Banner tone="doubt" what={t('placementTest.broken.what')} why={t('placementTest.broken.why')} do={t('placementTest.broken.do')} />
      )}
      <div className="placement-test-pages">
        {pages.map((page) => {
          const facts = test.pages[page - 1];
          if (!facts) return null;
          const marks = places.flatMap(({ kind, place }) => (place?.page === page ? [{ kind, rect: place.rect }] : []));
          const said = marks.map(({ kind }) => t(`placementTest.marks.${kind === 'expected' && purpose === 'confirm' ? 'asked' : kind}`));
          return (
            <figure key={page}>
              <PagePicture
                url={`./test-documents/${number}?${test.id}`}
                page={page}
                facts={facts}
                width={pictureWidth}
                name={t('placementTest.picture', { page, marks: said.join('; ') })}
                marks={marks}
              />
              <figcaption>
                <span>{t('placementTest.page', { page })}</span>
                {marks.map(({ kind }, index) => (
                  <span key={kind} className={`placement-test-key placement-test-${kind}`}>
                    {said[index]}
                  </span>
                ))}
              </figcaption>
            </figure>
          );
        })}
      </div>
      {expected === null && <p className="ui-help">{t('placementTest.nowhere')}</p>}
    </>
  );
}
