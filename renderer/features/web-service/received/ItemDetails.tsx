/** The details of one item, and its actions. */
import { useTranslation } from 'react-i18next';
import { isNewVersion } from '../../../../shared/domain/records/record-version.ts';
import type { InboxItem } from '../../../../shared/domain/web-service/web-service.ts';
import { call } from '../../../bridge.ts';
import { FactList } from '../../../components/FactList.tsx';
import { Banner, Button, ConfirmDialog, ProblemBanner } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';
import { removeItem, selectById } from '../actions.ts';
import { CopiedText } from '../CopiedText.tsx';
import { type InboxViewProps, useReceived } from '../store.ts';
import { ItemActs } from './ItemActs.tsx';
import { ItemTag, marksOf, useItemWords } from './ReceivedRow.tsx';

function Facts({ item }: { item: InboxItem }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item' });
  const { size } = useItemWords();
  const facts = [
    ['name', item.name],
    ['identification', item.identification],
    ['transactionLabel', item.transaction ?? ''],
    ['uidLabel', item.uid && <CopiedText text={item.uid} label={t('copy.uidLabel')} />],
    ['receivedAt', fullTime(item.receivedAt)],
    ['user', item.user],
    ['repeatsLabel', item.repeatedAt ? t('repeats', { count: item.repeats + 1, at: fullTime(item.repeatedAt) }) : ''],
    ['size', size(item)],
    ['sha256', item.sha256 && <CopiedText text={item.sha256} label={t('copy.sha256')} />],
  ] as const;
  return <FactList className="inbox-facts" facts={facts.map(([name, value]) => [t(`fact.${name}`), value])} />;
}

type Props = { item: InboxItem; removing: InboxItem | null; onRemoving: (item: InboxItem | null) => void } & InboxViewProps;

/** The other versions with the same Uid: every version is stored, and this links them. */
function Versions({ item, uid }: { item: InboxItem; uid: string }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item' });
  // Requested again when a further version is received.
  const newest = useReceived(({ items }) => items.find((one) => one.uid === uid)?.version ?? 0);
  // The list shows why the inbox cannot be read.
  const { value } = useRemote(`${item.id} ${newest}`, () => call('inbox.versions', { id: item.id }), { keepsPrevious: true });
  const versions = value ?? [];
  if (versions.length < 2) return null;
  return (
    <section className="inbox-versions" aria-label={t('versions')}>
      <h3>{t('versions')}</h3>
      <ol>
        {versions.map((one) => {
          const words = t('versionAt', { number: one.version, at: fullTime(one.receivedAt) });
          return (
            <li key={one.id}>
              {one.id === item.id ? (
                <span aria-current="true">{t('versionHere', { words })}</span>
              ) : (
                <Button variant="link" onPress={() => void selectById(one.id)}>
                  {words}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function ItemDetails({ item, removing, onRemoving, ...goes }: Props) {
  const { t } = useTranslation('inbox', { keyPrefix: 'item' });
  const words = useItemWords();
  // Its title says that it is quarantined.
  const marks = marksOf(item).filter(({ kind }) => kind !== 'quarantined');
  return (
    <article className="ui-card inbox-card">
      <div className="ui-card-head">
        <h2 tabIndex={-1}>{item.kind === 'quarantined' ? t('quarantined') : words.title(item)}</h2>
        <span className="inbox-row-marks">
          {marks.map((mark) => (
            <ItemTag key={mark.kind} mark={mark} />
          ))}
        </span>
      </div>
      <ItemActs item={item} onRemove={() => onRemoving(item)} {...goes} />
      {item.problem && <ProblemBanner problem={item.problem} />}
      {isNewVersion(item) && <Banner tone="doubt" what={t('changed', { number: item.version })} why={t('changedWhy')} />}
      {item.uid !== null && item.uid !== '' && <Versions item={item} uid={item.uid} />}
      <Facts item={item} />
      <ConfirmDialog
        isOpen={removing?.id === item.id}
        onClose={() => onRemoving(null)}
        onConfirm={() => void removeItem(item)}
        title={t('remove.title')}
        confirmLabel={t('remove.confirm')}
        danger
      >
        {t(item.hasContents ? 'remove.words' : 'remove.wordsNoContents')}
      </ConfirmDialog>
    </article>
  );
}
