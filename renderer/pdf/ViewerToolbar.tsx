/** The toolbar over the page. */
import { ChevronDown, ChevronUp, PanelLeft, Search, Signature, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IconButton,
  Select,
  type SelectOption,
  TextField,
  type TextFieldProps,
  ToggleButton,
  Tooltip,
  TooltipTrigger,
} from '../components/index.ts';
import type { Zoom } from './page-view.ts';

export type ViewerToolbarProps = {
  /** False while there are no pages: no action is possible yet. */
  ready: boolean;
  page: number;
  total: number;
  zoom: Zoom;
  thumbnails: boolean;
  placing: boolean;
  finding: boolean;
  /** Null when no signature can be placed on the document. */
  canUndo: boolean | null;
  onGo: (page: number) => void;
  /** A preset of pdf.js or a scale as text. */
  onZoom: (value: string) => void;
  onZoomStep: (steps: number) => void;
  onThumbnails: (open: boolean) => void;
  onFind: () => void;
  onPlacing: (on: boolean) => void;
  onUndo: () => void;
};

const percents = [50, 75, 100, 125, 150, 200, 300, 400];
/** Shown for a scale that is not in the list; choosing it changes nothing. */
const between = 'between';

type PageFieldProps = { page: number; total: number; isDisabled: boolean; onGo: (page: number) => void };

/** The page number, to read and to type. The input stays until it is a valid page or the field is left. */
function PageField({ page, total, isDisabled, onGo }: PageFieldProps) {
  const { t } = useTranslation('pdf');
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const close = () => {
    setTyped(null);
    setWrong(false);
  };
  const go = () => {
    if (typed === null) return;
    const number = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
    if (number >= 1 && number <= total) {
      close();
      onGo(number);
    } else setWrong(true);
  };
  const onKeyDown: NonNullable<TextFieldProps['onKeyDown']> = (event) => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape' && typed !== null) close();
    else {
      // Shortcuts of the viewer work here too.
      event.continuePropagation();
      return;
    }
    event.preventDefault();
  };
  return (
    <div className="viewer-page-field">
      <TextField
        label={t('pageField')}
        hideLabel
        inputMode="numeric"
        isDisabled={isDisabled}
        value={typed ?? String(page)}
        errorMessage={wrong ? t('pageInvalid', { pages: total }) : undefined}
        onChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
        onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <span>{total > 0 && t('pageOf', { pages: total })}</span>
    </div>
  );
}

function PageGroup({ ready, page, total, onGo }: ViewerToolbarProps) {
  const { t } = useTranslation('pdf');
  return (
    <span className="viewer-toolbar-group">
      <IconButton
        className="viewer-step"
        icon={ChevronUp}
        aria-label={t('previousPage')}
        isDisabled={!ready || page <= 1}
        onPress={() => onGo(page - 1)}
      />
      <PageField isDisabled={!ready} page={page} total={total} onGo={onGo} />
      <IconButton
        className="viewer-step"
        icon={ChevronDown}
        aria-label={t('nextPage')}
        isDisabled={!ready || page >= total}
        onPress={() => onGo(page + 1)}
      />
    </span>
  );
}

function ZoomGroup({ ready, zoom, onZoom, onZoomStep }: ViewerToolbarProps) {
  const { t } = useTranslation('pdf');
  const percent = Math.round(zoom.scale * 100);
  const listed = percents.includes(percent);
  const options: SelectOption<string>[] = [
    { value: 'page-width', label: t('fitWidth') },
    { value: 'page-fit', label: t('fitPage') },
    ...percents.map((value) => ({ value: String(value / 100), label: t('percent', { value }) })),
    ...(zoom.preset || listed ? [] : [{ value: between, label: t('percent', { value: percent }) }]),
  ];
  return (
    <span className="viewer-toolbar-group">
      <IconButton
        className="viewer-step"
        icon={ZoomOut}
        aria-label={t('zoomOut')}
        shortcut="mod+-"
        isDisabled={!ready}
        onPress={() => onZoomStep(-1)}
      />
      <Select
        className="viewer-zoom"
        label={t('zoom')}
        hideLabel
        isDisabled={!ready}
        options={options}
        value={zoom.preset ?? (listed ? String(percent / 100) : between)}
        onChange={(value) => value !== between && onZoom(value)}
      />
      <IconButton
        className="viewer-step"
        icon={ZoomIn}
        aria-label={t('zoomIn')}
        shortcut="mod+plus"
        isDisabled={!ready}
        onPress={() => onZoomStep(1)}
      />
    </span>
  );
}

function PlacingButtons({ ready, placing, canUndo, onPlacing, onUndo }: ViewerToolbarProps) {
  const { t } = useTranslation(['pdf', 'ui']);
  return (
    <>
      <IconButton
        className="viewer-undo"
        icon={Undo2}
        aria-label={t('ui:undo')}
        shortcut="mod+z"
        isDisabled={!ready || !canUndo}
        onPress={onUndo}
      />
      <TooltipTrigger>
        <ToggleButton icon={Signature} isDisabled={!ready} isSelected={placing} onChange={onPlacing}>
          <span className="viewer-wide">{t('place')}</span>
        </ToggleButton>
        <Tooltip shortcut="mod+d">{t('place')}</Tooltip>
      </TooltipTrigger>
    </>
  );
}

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { ready, thumbnails, finding, canUndo, onThumbnails, onFind } = props;
  const { t } = useTranslation('pdf');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are mostly buttons
    <div className="viewer-toolbar" role="group" aria-label={t('toolbar')}>
      <ToggleButton
        icon={PanelLeft}
        aria-label={thumbnails ? t('hideThumbnails') : t('showThumbnails')}
        isSelected={thumbnails}
        onChange={onThumbnails}
      />
      <PageGroup {...props} />
      <ZoomGroup {...props} />
      <span className="viewer-toolbar-group viewer-toolbar-end">
        <ToggleButton
          icon={Search}
          aria-label={t('find.open')}
          shortcut="mod+f"
          isDisabled={!ready}
          isSelected={finding}
          onChange={onFind}
        />
        {canUndo !== null && <PlacingButtons {...props} />}
      </span>
    </div>
  );
}
