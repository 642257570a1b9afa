/** Documents that the provider may fetch to be signed (interface description, endpoint B, use 1). */
import type { EventEmitter } from 'node:events';
import type { Publication, PublicationFilter, PublicationPage, PublishRequest, Staged } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';

/** The answer to one request. */
export type PublishedAnswer = {
  /** The number of documents. */
  count: number;
  /** Bytes of the body. */
  size: number;
  /** A JSON array of base64 strings (RFC 4648 section 4, no line breaks), read while sent. Throws for an unreadable document. */
  body: AsyncIterable<Uint8Array>;
  /** To be called once: `complete` when the last byte was handed over. What is offered once is offered again when it was not. */
  finished(complete: boolean): void;
};

export type Publishing = {
  /** `unpublished`: a watched file cannot be published (`detail.name` is its name); once per file, again when the file changes. */
  readonly events: EventEmitter<{ changed: [Publication]; removed: [string]; watching: []; unpublished: [Problem] }>;
  /** Reads and checks files without publishing them. */
  stage(paths: readonly string[]): Promise<Staged[]>;
  unstage(ids: readonly string[]): void;
  /**
   * Encrypts copies; on the disk when it resolves. All of them or none.
   * @throws StationError `publication-no-key`, `document-unknown`, `visit-unknown`, `disk-full`, and the document's own problem
   */
  publish(request: PublishRequest): Promise<Publication[]>;
  page(filter: PublicationFilter, offset: number, limit: number): PublicationPage;
  /** Newest first. */
  ofVisit(visitId: string): Publication[];
  /** How many of a visit are offered: it is not removed meanwhile. */
  offered(visitId: string): number;
  /** @throws StationError `publication-unknown` */
  withdraw(id: string): Publication;
  /** Withdraws all offered publications, on behalf of the station. */
  withdrawAll(): void;
  /** Again, after it was fetched or withdrawn. @throws StationError `publication-unknown` */
  offer(id: string): Publication;
  /** @throws StationError `publication-unknown`, `publication-offered` */
  remove(id: string): Promise<void>;
  /** Part of the transaction under way. Answers with the owners of encrypted files that are left. */
  removeOfVisit(visitId: string): string[];

  /**
   * What may go out for a transaction: what is written down (when, by whom) is on the disk before the first byte.
   * At most 100 documents, and 256 MiB of them before base64; the others go with the next question.
   * @param transaction the object of `JsonTransaction`; a number of plain digits is their text, and any other is nobody's key
   * @param user who asks
   * @throws StationError `disk-full`
   */
  answer(transaction: Readonly<Record<string, unknown>>, user: string): Promise<PublishedAnswer>;

  /**
   * Removes ended publications without a visit and without events since, with their copies; files still in a folder are not
   * published again.
   */
  expire(before: Date): Promise<void>;

  /**
   * Watches the folder of the settings, or none any longer. Called before the service opens, and whenever they change: what came
   * from another folder is withdrawn. Resolves when the files of what is offered were looked at (those that are gone, or others,
   * are withdrawn), or after 10 seconds: what was not looked at by then goes out only when it was. Nothing of a folder goes
   * out before the first call.
   */
  watch(): Promise<void>;
  /** Why the folder is not watched, or one of its files not published; null when all is well. */
  watching(): Problem | null;
  /**
   * Removes encrypted files that belong to no publication.
   * @param isOrphan whether nobody else may know the owner: no while a database lies set aside, or rows cannot be opened
   */
  sweep(isOrphan: (owner: string) => boolean): Promise<void>;
  close(): Promise<void>;
};
