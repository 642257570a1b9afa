/** One picture of a record, drawn by the page from its encrypted file; says so when it cannot be drawn. */
import { ImageOff } from 'lucide-react';
import { type ReactEventHandler, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordFileUrl } from '../../../../shared/ipc/visits.ts';
import type { Picture } from '../pictures.ts';

export type PictureViewProps = { recordId: string; picture: Picture; alt: string; onLoad?: ReactEventHandler<HTMLImageElement> };

export function PictureView({ recordId, picture, alt, onLoad }: PictureViewProps) {
  const { t } = useTranslation('recordView');
  const [failed, setFailed] = useState(false);
  const { file, state } = picture;
  if (state !== 'shown' || file === null || failed) {
    return (
      <span className="rec-no-picture">
        <ImageOff size={24} strokeWidth={1.5} aria-hidden="true" />
        {t(state === 'none' ? 'pictures.none' : failed ? 'pictures.failed' : 'pictures.unshowable')}
      </span>
    );
  }
  return (
    <img
      src={recordFileUrl(recordId, file.id)}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={() => setFailed(true)}
    />
  );
}
