/** The other versions with the same Uid: every version is stored, and this links them. */
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';
import { selectById } from '../actions.ts';
import { useReceived } from '../store.ts';

export function Versions({ item, uid }: { item: InboxItem; uid: string }) {
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
