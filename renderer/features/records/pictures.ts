/** The pictures of a record as a gallery, its videos, and the two faces to compare; pure. */
import { imageTypes, type RecordFile, type RecordImage, type RecordReading } from '../../../shared/domain/records/record.ts';
import { shownMediaTypes } from '../../../shared/domain/records/shown-media.ts';

/** `shown`: the page can draw it; `unshowable`: received, of a kind that the page cannot draw; `none`: nothing was received. */
export type Picture = {
  key: string;
  typeId: number | null;
  typeName: string | null;
  /** By which the provider knows it. */
  id: string | null;
  downloadCode: string | null;
  file: RecordFile | null;
  state: 'shown' | 'unshowable' | 'none';
  /** Its number among the pictures of its type, and their count; both 1 for the only one. */
  place: number;
  of: number;
};

export type ShownPicture = Picture & { file: RecordFile; state: 'shown' };
export type Pictures = { gallery: Picture[]; videos: (Picture & { file: RecordFile })[] };
/** What is open in the dialog of pictures: one, or the pair of faces. */
export type Viewing = { kind: 'one'; key: string } | { kind: 'pair' };
export type Pair = { document: ShownPicture | null; customer: ShownPicture | null };

/** Faces first, then the sides of the document; types that are not described follow, by their number. */
const order: readonly number[] = [
  imageTypes.customer,
  imageTypes.documentFace,
  imageTypes.frontCrop,
  imageTypes.front,
  imageTypes.backCrop,
  imageTypes.back,
  imageTypes.documentSignature,
];
/** Types that contain the document's own photograph, best first. */
const documentFaces: readonly number[] = [imageTypes.documentFace, imageTypes.frontCrop, imageTypes.front];

const rank = (typeId: number | null): number => {
  if (typeId === null) return Number.POSITIVE_INFINITY;
  const at = order.indexOf(typeId);
  return at === -1 ? order.length + Math.abs(typeId) : at;
};

const isOf = (file: RecordFile | null, kind: 'image' | 'video'): file is RecordFile => file?.mime?.startsWith(`${kind}/`) ?? false;
export const isShown = (picture: Picture): picture is ShownPicture => picture.state === 'shown';

type Listed = Omit<RecordImage, 'number'> & { key: string };

function pictureOf(listed: Listed, place: number, of: number): Picture {
  const { file } = listed;
  const state = file === null ? 'none' : isOf(file, 'image') && shownMediaTypes.has(file.mime) ? 'shown' : 'unshowable';
  return { ...listed, state, place, of };
}

/** Whether a file of `otherFiles` is among the pictures and videos. One next to the record in its answer may be of another one. */
export const isAmongPictures = (file: RecordFile): boolean => file.path[0] !== '$' && (isOf(file, 'image') || isOf(file, 'video'));

/** Every element of `Images` is in one of the two; pictures from elsewhere in the record come last. */
export function picturesOf({ images, otherFiles }: Pick<RecordReading, 'images' | 'otherFiles'>): Pictures {
  const listed: Listed[] = [
    ...images.map(({ number, ...image }) => ({ key: `image-${number}`, ...image })),
    ...otherFiles.filter(isAmongPictures).map((file) => ({
      ...{ key: file.id, typeId: null, typeName: file.path.join('.') },
      ...{ id: null, downloadCode: null, file },
    })),
  ];
  const isVideo = ({ typeId, file }: Listed) =>
    isOf(file, 'video') || (typeId === imageTypes.video && file !== null && !isOf(file, 'image'));
  const sorted = listed.filter((one) => !isVideo(one)).sort((a, b) => rank(a.typeId) - rank(b.typeId) || 0);
  const alike = (one: Listed) =>
    sorted.filter(({ typeId, typeName }) => typeId === one.typeId && (typeId !== null || typeName === one.typeName));
  return {
    gallery: sorted.map((one) => {
      const same = alike(one);
      return pictureOf(one, same.indexOf(one) + 1, same.length);
    }),
    videos: listed.filter(isVideo).flatMap((one, index, all) => {
      const picture = pictureOf(one, index + 1, all.length);
      return picture.file === null ? [] : [{ ...picture, file: picture.file }];
    }),
  };
}

/** Whether the provider named a way to refer to it. */
export const hasCodes = ({ id, downloadCode }: Picture): boolean => id !== null || downloadCode !== null;

/** Returns the document's photograph and the customer's, to be compared by eye; null where none can be drawn. */
export function pairOf(gallery: readonly Picture[]): Pair {
  const first = (typeId: number) => gallery.filter(isShown).find((picture) => picture.typeId === typeId) ?? null;
  return {
    document: documentFaces.map(first).find((picture) => picture !== null) ?? null,
    customer: first(imageTypes.customer),
  };
}
