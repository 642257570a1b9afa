/** JSON with long texts that are generated while it is sent, so that an answer of any size uses little memory. */

const marked = Symbol('long text');

/** Placeholder for a text of `size` bytes, ASCII and without anything that JSON would escape. */
export type LongText = { [marked]: true; size: number; pieces: () => Iterable<Buffer> };

export const longText = (size: number, pieces: LongText['pieces']): LongText => ({ [marked]: true, size, pieces });

export type Body = {
  /** Bytes. */
  size: number;
  pieces: () => Iterable<Buffer>;
};

export function bodyOf(content: string | Uint8Array): Body {
  const bytes = Buffer.from(content);
  return { size: bytes.length, pieces: () => [bytes] };
}

export function jsonBody(value: unknown): Body {
  const texts: LongText[] = [];
  const json = JSON.stringify(value, (_, member: unknown) => (isLongText(member) ? `\0${texts.push(member) - 1}\0` : member));
  if (texts.length === 0) return bodyOf(json);
  // The captured numbers are every second part.
  const parts = json.split(/\\u0000(\d+)\\u0000/).flatMap((part, index): Body[] => {
    const text = index % 2 === 1 ? texts[Number(part)] : bodyOf(part);
    return text ? [text] : [];
  });
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    *pieces() {
      for (const { pieces } of parts) yield* pieces();
    },
  };
}

/** Returns the first `size` bytes of a body. */
export function cutBody({ pieces }: Body, size: number): Body {
  return {
    size,
    *pieces() {
      let left = size;
      for (const piece of pieces()) {
        if (left <= 0) return;
        yield piece.subarray(0, left);
        left -= piece.length;
      }
    },
  };
}

const isLongText = (value: unknown): value is LongText => typeof value === 'object' && value !== null && marked in value;
