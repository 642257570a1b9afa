/** The public interface of the hub: the only file that other areas import. */
export { openHubRepository } from './hub-repository.ts';
export { createHub, type Hub } from './hub-service.ts';
export { defaultPace, type ReceivingPace } from './receive-events.ts';
