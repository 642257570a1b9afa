/** The areas of the window, each loaded when it is first shown, and what one area shows of another. The sign area is there from the start. */
import { part } from '../ui/index.ts';

export const CustomersView = part(async () => (await import('../features/customers/CustomersView.tsx')).CustomersView);
export const InboxView = part(async () => (await import('../features/inbox/InboxView.tsx')).InboxView);
export const MassView = part(async () => (await import('../features/mass/MassView.tsx')).MassView);
export const QueueView = part(async () => (await import('../features/queue/QueueView.tsx')).QueueView);
export const ScreeningResult = part(async () => (await import('../features/screening/result/ScreeningResult.tsx')).ScreeningResult);
export const ScreeningView = part(async () => (await import('../features/screening/ScreeningView.tsx')).ScreeningView);
export const SettingsView = part(async () => (await import('../features/settings/SettingsView.tsx')).SettingsView);
export const VerifyView = part(async () => (await import('../features/verify/VerifyView.tsx')).VerifyView);
