/** Pictures of a record: each stands in the gallery or among the videos, faces first, and the two faces are found. */
import { describe, expect, it } from 'vitest';
import type { RecordFile, RecordImage } from '../support/doors/domain.ts';
import { pairOf, picturesOf } from '../support/doors/renderer/records.ts';
import { aFile } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';

const file = (id: string, mime: string | null, path: RecordFile['path'] = []) => aFile(id, path, { mime, decoded: mime !== null });
const image = (
  number: number,
  typeId: number | null,
  mime: string | null | 'none' = 'image/jpeg',
  typeName: string | null = null,
): RecordImage => ({
  number,
  typeId,
  typeName,
  id: null,
  downloadCode: null,
  file: mime === 'none' ? null : file(`f${number}`, mime),
});
const types = (images: RecordImage[]) => picturesOf({ images, otherFiles: [] }).gallery.map(({ typeId }) => typeId);

describe('the gallery', () => {
  it('has faces first, then the sides of the document, then other types by number, then what has no type', () => {
    const unsorted = [null, 99, 18, 13, 2, 77, 1, 17, 12, 3].map((typeId, number) => image(number, typeId));
    expect(types(unsorted)).toEqual([3, 12, 17, 1, 18, 2, 13, 77, 99, null]);
  });

  it('numbers pictures of one type', () => {
    const { gallery } = picturesOf({ images: [image(1, 3), image(2, 1), image(3, 3)], otherFiles: [] });
    expect(gallery.map(({ key, place, of }) => [key, place, of])).toEqual([
      ['image-1', 1, 2],
      ['image-3', 2, 2],
      ['image-2', 1, 1],
    ]);
  });

  it('reports pictures that cannot be shown or are missing', () => {
    const { gallery } = picturesOf({
      images: [image(1, 3, 'none'), image(2, 3, null), image(3, 3, 'application/pdf'), image(4, 3)],
      otherFiles: [],
    });
    expect(gallery.map(({ state }) => state)).toEqual(['none', 'unshowable', 'unshowable', 'shown']);
  });

  it('has pictures from elsewhere in the record, under their JSON path', () => {
    // One next to the record in its answer may be of another person.
    const others = [file('b', null, ['Extras', 'Datos']), file('c', 'image/png', ['$', 1, 'Images', 0, 'Image'])];
    const otherFiles = [file('a', 'image/png', ['Extras', 'Foto', 0]), ...others];
    const { gallery } = picturesOf({ images: [], otherFiles });
    expect(gallery.map(({ key, typeName }) => [key, typeName])).toEqual([['a', 'Extras.Foto.0']]);
  });

  it('shows every picture once', () => {
    const any = fc.array(fc.tuple(fc.option(fc.integer({ min: -3, max: 25 })), fc.constantFrom('none', null, 'image/png', 'video/mp4')));
    fc.assert(
      fc.property(any, (unsorted) => {
        const images = unsorted.map(([typeId, mime], number) => image(number, typeId, mime));
        const { gallery, videos } = picturesOf({ images, otherFiles: [] });
        expect([...gallery, ...videos].map(({ key }) => key).sort()).toEqual(images.map(({ number }) => `image-${number}`).sort());
      }),
    );
  });
});

it('a video is recognised by its bytes, else by its type; a picture under that type is a picture', () => {
  const images = [
    image(1, 20, 'video/webm'),
    image(2, 3, 'video/mp4'),
    image(3, 20, null),
    image(4, 20, 'image/png'),
    image(5, 20, 'none'),
  ];
  const { gallery, videos } = picturesOf({ images, otherFiles: [] });
  expect(videos.map(({ key }) => key)).toEqual(['image-1', 'image-2', 'image-3']);
  expect(gallery.map(({ key }) => key)).toEqual(['image-4', 'image-5']);
});

describe('the two faces', () => {
  const pair = (...images: RecordImage[]) => {
    const { document, customer } = pairOf(picturesOf({ images, otherFiles: [] }).gallery);
    return [document?.key ?? null, customer?.key ?? null];
  };

  it('are the face of the document, else its cut front, else its front, and the customer', () => {
    expect(pair(image(1, 1), image(2, 17), image(3, 12), image(4, 3))).toEqual(['image-3', 'image-4']);
    expect(pair(image(1, 1), image(2, 17), image(4, 3))).toEqual(['image-2', 'image-4']);
    expect(pair(image(1, 1), image(4, 3))).toEqual(['image-1', 'image-4']);
  });

  it('are only pictures that can be drawn', () => {
    expect(pair(image(1, 12, null), image(2, 1), image(3, 3, 'none'), image(4, 3))).toEqual(['image-2', 'image-4']);
    expect(pair(image(1, 2), image(2, 13))).toEqual([null, null]);
  });
});
