/** `Images` of invented records, under the types of the interface description (Resources, Image types). */
import { imageTypes } from '../../shared/domain/records/record.ts';
import { type AssetName, asset } from '../assets.ts';
import type { LongText } from '../json-body.ts';
import { padded } from './padded.ts';

export type ImageKind = keyof typeof imageTypes;
export type ImageEntry = { Id: number; ImageTypeId: number; ImageTypeName: string; Image: string | LongText; DownloadCode: string };

const typeNames: Record<ImageKind, string> = {
  front: 'Documento de identidad cara 1',
  back: 'Documento de identidad cara 2',
  customer: 'Fotografía del cliente',
  documentFace: 'Fotografía facial del documento',
  documentSignature: 'Fotografía firma del documento',
  frontCrop: 'Recorte Documento de identidad cara 1',
  backCrop: 'Recorte Documento de identidad cara 2',
  video: 'Video de Liveness',
};
const assets: Record<ImageKind, AssetName> = {
  front: 'document-front.jpg',
  back: 'document-back.jpg',
  customer: 'customer.jpg',
  documentFace: 'document-face.jpg',
  documentSignature: 'document-signature.png',
  frontCrop: 'front-crop.jpg',
  backCrop: 'back-crop.jpg',
  video: 'liveness.webm',
};
const kinds = Object.keys(imageTypes) as ImageKind[];

const entry = (kind: ImageKind, number: number, image: ImageEntry['Image']): ImageEntry => ({
  Id: 4100 + number,
  ImageTypeId: imageTypes[kind],
  ImageTypeName: typeNames[kind],
  Image: image,
  DownloadCode: `PRACTICA-${String(number).padStart(4, '0')}`,
});

/** @param name the picture, where it is not the usual one of its type */
export const imageEntry = (kind: ImageKind, number: number, name = assets[kind]): ImageEntry =>
  entry(kind, number, asset(name).toString('base64'));

/** One of each type. */
export const usualImages = (): ImageEntry[] => kinds.map((kind, index) => imageEntry(kind, index + 1));

/** The customer's photograph is of someone else. */
export const imagesOfSomeoneElse = (): ImageEntry[] =>
  kinds.map((kind, index) => imageEntry(kind, index + 1, kind === 'customer' ? 'other-customer.jpg' : assets[kind]));

/** One of each type that is a JPEG or the video: 60 MiB of base64. */
export const hugeImages = (): ImageEntry[] =>
  kinds
    .filter((kind) => !assets[kind].endsWith('.png'))
    .map((kind, index) => entry(kind, index + 1, padded(assets[kind], kind === 'video' ? 60 : 150)));

/** Whether an element is the video; an element that is no object counts as a picture. */
export const isVideo = (element: unknown): boolean =>
  typeof element === 'object' && element !== null && 'ImageTypeId' in element && Number(element.ImageTypeId) === imageTypes.video;
