/** The outcome of the test: the setting that was found, next to that of the connection, or why there is none. */
import i18next from 'i18next';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlacementConvention } from '../../../../shared/domain/placement/placement.ts';
import type { PlacementTest, PlacementTestOutcome } from '../../../../shared/domain/placement/placement-test.ts';
import { useAnnounced } from '../../../components/Announced.tsx';
import { Banner, Button, ProblemBanner, toast } from '../../../components/index.ts';
import { useBusy } from '../../../state/use-busy.ts';
import { applyFound, closePlacementTest, startAgain } from './store.ts';

export function Outcome({ test, outcome }: { test: PlacementTest; outcome: PlacementTestOutcome }) {
  const { t } = useTranslation('settings');
  const again = (
    <Button icon={RotateCcw} onPress={() => void startAgain()}>
      {t('placementTest.again')}
    </Button>
  );
  if (outcome.kind === 'failed') {
    return <ProblemBanner problem={outcome.problem} tone={outcome.inDoubt ? 'doubt' : 'bad'} alert actions={again} />;
  }
  return <Found test={test} found={outcome} />;
}

function Found({ test, found }: { test: PlacementTest; found: Extract<PlacementTestOutcome, { kind: 'found' }> }) {
  const { t } = useTranslation('settings');
  const { busy, run } = useBusy();
  const { convention, unchanged, alike } = found;
  const apply = async () => {
    if (!(await run(() => applyFound(test.profileId)))) return;
    toast(() => i18next.t('placementTest.used', { ns: 'settings', name: test.profileName }));
    closePlacementTest();
  };
  const what = t(`placementTest.${unchanged ? 'unchanged' : 'found'}.what`);
  const why = t('placementTest.found.why', { count: test.calls.length });
  useAnnounced(`${what} ${why}`);
  return (
    <section className="set-group placement-test-found">
      <Banner tone="good" what={what} why={why} />
      {alike.length > 0 && <Banner tone="quiet" what={t('placementTest.alike', { count: alike.length })} />}
      <Comparison current={test.current} found={convention} />
      <div className="ui-acts">
        {unchanged ? (
          <Button variant="primary" onPress={closePlacementTest}>
            {t('placementTest.back')}
          </Button>
        ) : (
          <Button variant="primary" isPending={busy} onPress={() => void apply()}>
            {t('placementTest.use')}
          </Button>
        )}
        <Button icon={RotateCcw} onPress={() => void startAgain()}>
          {t('placementTest.again')}
        </Button>
      </div>
    </section>
  );
}

function Comparison({ current, found }: { current: PlacementConvention; found: PlacementConvention }) {
  const { t } = useTranslation('settings');
  const unit = ({ unit, dpi }: PlacementConvention) => (unit === 'pixel' ? t('placementTest.pixels', { dpi }) : t(`fields.unit.${unit}`));
  const page = ({ pageBase }: PlacementConvention) => t(`fields.pageBase.${pageBase === 0 ? '0' : '1'}`);
  const rows = [
    { name: t('fields.unit.label'), now: unit(current), after: unit(found) },
    { name: t('fields.origin.label'), now: t(`fields.origin.${current.origin}`), after: t(`fields.origin.${found.origin}`) },
    { name: t('fields.box.label'), now: t(`fields.box.${current.box}`), after: t(`fields.box.${found.box}`) },
    { name: t('fields.rotation.label'), now: t(`fields.rotation.${current.rotation}`), after: t(`fields.rotation.${found.rotation}`) },
    { name: t('fields.pageBase.label'), now: page(current), after: page(found) },
  ];
  return (
    <table className="placement-test-settings">
      <thead>
        <tr>
          <th scope="col">{t('placementTest.columns.setting')}</th>
          <th scope="col">{t('placementTest.columns.now')}</th>
          <th scope="col">{t('placementTest.columns.found')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, after }) => (
          <tr key={name} data-changed={now !== after || undefined}>
            <th scope="row">{name}</th>
            <td>{now}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
