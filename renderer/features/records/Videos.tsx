/** The liveness video: one player, with a size that is known before anything is loaded. */
import { sizeWords } from '../../i18n/formats.ts';
import './gallery.css';
import { Download, Film } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordFile, RecordView } from '../../../shared/domain/records/record.ts';
import { shownMediaTypes } from '../../../shared/domain/records/shown-media.ts';
import { recordFileUrl } from '../../../shared/ipc/visits.ts';
import { Banner, Button, ToggleButton } from '../../components/index.ts';
import { saveFile } from './actions.ts';
import type { Pictures } from './pictures.ts';
import { useRecordWords } from './words.ts';

function Player({ recordId, file, name }: { recordId: string; file: RecordFile; name: string }) {
  const { t } = useTranslation('recordView');
  const [failed, setFailed] = useState(!(file.mime?.startsWith('video/') && shownMediaTypes.has(file.mime)));
  const save = (
    <Button size="small" icon={Download} onPress={() => void saveFile(recordId, file.id)}>
      {t('saveAs')}
    </Button>
  );
  if (failed)
    return <Banner tone="doubt" what={t('video.failed.what')} why={t('video.failed.why')} do={t('video.failed.do')} actions={save} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a liveness video has no speech to write down */}
      <video
        className="rec-video"
        src={recordFileUrl(recordId, file.id)}
        aria-label={name}
        controls
        controlsList="nodownload nofullscreen noremoteplayback"
        disablePictureInPicture
        disableRemotePlayback
        preload="metadata"
        onError={() => setFailed(true)}
      />
      <p className="rec-caption">
        <span>
          {name}
          <span className="rec-size">{sizeWords(file.size)}</span>
        </span>
        {save}
      </p>
    </>
  );
}

export function Videos({ view, videos }: { view: RecordView; videos: Pictures['videos'] }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  const [at, setAt] = useState(0);
  const current = videos[at];
  return (
    <section className="ui-section" aria-labelledby={id}>
      <h2 id={id}>{t('video.title')}</h2>
      {current ? (
        <>
          {videos.length > 1 && (
            <p className="ui-tags">
              {videos.map((video, index) => (
                <ToggleButton key={video.key} size="small" icon={Film} isSelected={index === at} onChange={() => setAt(index)}>
                  {words.picture(video)}
                </ToggleButton>
              ))}
            </p>
          )}
          <Player key={current.key} recordId={view.id} file={current.file} name={words.picture(current)} />
        </>
      ) : (
        <p className="ui-help">{t(view.wish.video ? 'video.noneCame' : 'video.notAsked')}</p>
      )}
    </section>
  );
}
