/**
 * The only reader of `window.station`, which the preload sets. Channels and events are typed from the
 * contract; a refusal is a `StationError`; its problem has words for the screen.
 */

import type { ChosenPdf } from '../shared/domain/verification/verification.ts';
import type { Staged } from '../shared/domain/web-service/web-service.ts';
import { StationError } from '../shared/errors.ts';
import type { ChannelName, EventName } from '../shared/ipc/channels.ts';
import type { EventPayload, IpcResult, RequestOf, ResponseOf, StationApi } from '../shared/ipc/contract.ts';

declare global {
  interface Window {
    readonly station: StationApi;
  }
}

/** Channels without a request are called by their name alone. */
type Arguments<C extends ChannelName> = undefined extends RequestOf<C> ? [] : [request: RequestOf<C>];

function unwrap<T>(result: IpcResult<T>): T {
  if (result.ok) return result.value;
  throw new StationError(result.problem.code, result.problem.detail, { message: result.problem.message });
}

/** @throws StationError the problem that main answered with */
export async function call<C extends ChannelName>(channel: C, ...[request]: Arguments<C>): Promise<ResponseOf<C>> {
  // The arguments type holds the request, or nothing where the contract has none.
  return unwrap(await window.station.invoke[channel](request as RequestOf<C>));
}

/** Opens dropped files and folders; the preload passes their paths to main. */
export async function openDropped(files: File[]): Promise<{ taken: number }> {
  return unwrap(await window.station.openDropped(files));
}

/** Reads dropped PDFs to be published; the preload passes their paths to main. */
export async function stageDropped(files: File[]): Promise<Staged[]> {
  return unwrap(await window.station.stageDropped(files));
}

/** Reads dropped PDFs to be checked; the preload passes their paths to main. */
export async function verifyDropped(files: File[]): Promise<ChosenPdf[]> {
  return unwrap(await window.station.verifyDropped(files));
}

/** Subscribes to an event. Returns the function that ends the subscription. */
export function subscribe<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  return window.station.on[event](listener);
}
