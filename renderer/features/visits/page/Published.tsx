/** Documents of a visit published for the provider to fetch, newest first, with their state. */
import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, ProblemBanner } from '../../../components/index.ts';
import { PublicationRow } from '../../web-service/published/PublicationRow.tsx';
import { PublishDialog } from '../../web-service/published/PublishDialog.tsx';
import { usePublicationsOf } from '../../web-service/published/store.ts';
import { wasPublishing } from '../../web-service/published/use-staging.ts';
import { keysOfVisit } from '../derive.ts';
import { Section } from './Section.tsx';

export function Published({ view }: { view: VisitView }) {
  const { t } = useTranslation('customers');
  const { value: items, problem, reload } = usePublicationsOf(view.id);
  const [publishing, setPublishing] = useState(() => wasPublishing(view.id));
  const act = (
    <Button size="small" icon={Plus} onPress={() => setPublishing(true)}>
      {t('published.act')}
    </Button>
  );
  const above = (
    <>
      {problem && (
        <ProblemBanner
          problem={problem}
          actions={
            <Button size="small" onPress={reload}>
              {t('page.again')}
            </Button>
          }
        />
      )}
      <PublishDialog open={publishing} onClose={() => setPublishing(false)} keys={keysOfVisit(view)} visitId={view.id} />
    </>
  );
  return (
    <Section
      icon={FileUp}
      title={t('published.title')}
      count={items?.length ?? 0}
      empty={items && t('published.none')}
      act={act}
      above={above}
    >
      {items?.map((publication) => (
        <PublicationRow key={publication.id} publication={publication} />
      ))}
    </Section>
  );
}
