/** The door of the hub: all that other areas import of it. */
export { openHubRepository } from './hub-repository.ts';
export { createHub, type Hub } from './hub-service.ts';
export { defaultPace, type ReceivingPace } from './receive-events.ts';
