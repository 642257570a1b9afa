/** Channels of the application itself: facts about it, links, menu. */
import { z } from 'zod';
import { runPaceSchema } from '../domain/screening/bulk-screening.ts';
import { validationPathPartsSchema } from '../domain/settings/profile.ts';
import { languageSchema, settingsSchema } from '../domain/settings/settings.ts';
import { workspaceSchema } from '../domain/settings/workspace.ts';
import { problemSchema } from '../problem-schema.ts';
import { type ChannelsOf, channel, type EventsOf, nothing } from './channel.ts';

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.string(),
  /** The runtime of main: the Electron binary, or the Electron host (design, section 8). */
  runtime: z.enum(['electron', 'electron-host']),
  /** True while the practice provider answers in place of a real one. */
  practice: z.boolean(),
  /** Whether screening is set up. */
  canScreen: z.boolean(),
  /** Pace of bulk screenings, from the profile. */
  screeningPace: runPaceSchema,
  /** The parts that the form of the validation query asks for; null when the query is not set up. */
  validation: validationPathPartsSchema.nullable(),
  /** Clerk that evidence names: from the settings, or else the operating system's user. */
  clerk: z.string(),
  /** Language after resolving `system`. */
  language: languageSchema,
  /** Why secrets cannot be stored (design, section 2.6); null when they can. */
  keychainProblem: problemSchema.nullable(),
  /** Problems with the stored data that a person should read, such as a quarantined database. */
  notices: z.array(problemSchema),
  settings: settingsSchema,
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** A file that a person saved with a dialog: its name, and its id in this run. */
export const savedFileSchema = z.object({ name: z.string(), savedId: z.string() });
export type SavedFile = z.infer<typeof savedFileSchema>;

const saved = savedFileSchema.pick({ savedId: true });

/** Commands of the native menu to the page. */
export const menuCommandSchema = z.enum([
  'open-files',
  'open-folder',
  'go-sign',
  'go-queue',
  'go-screen',
  'go-customers',
  'go-inbox',
  'go-verify',
  'go-settings',
  'find',
  'zoom-in',
  'zoom-out',
  'fit-width',
  'fit-page',
  'clear-recent',
  'first-steps',
  'report-problem',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

/** An item of the menu of a row. The label is of the page's own texts. */
export const rowMenuItemSchema = z.object({ id: z.string().min(1).max(40), label: z.string().min(1).max(200) });
export type RowMenuItem = z.infer<typeof rowMenuItemSchema>;

export const appChannels = {
  'app.info': channel(nothing, appInfoSchema),
  /** What the page before this one left unfinished. */
  'app.workspace': channel(nothing, workspaceSchema),
  /** Replaces the parts of these areas. */
  'app.saveWorkspace': channel(workspaceSchema.partial(), nothing),
  /** A person has read the notices: the next start does not repeat them. */
  'app.acknowledgeNotices': channel(nothing, nothing),
  /** Shows a saved file in its folder. `file-missing` when it is gone. */
  'app.showSaved': channel(saved, nothing),
  /** Opens a saved PDF. `file-missing` when it is gone. */
  'app.openSaved': channel(saved, nothing),
  /** Shows a menu of the system at the mouse, or at a place of the page; resolves to the id of the chosen item, null for none. */
  'app.showMenu': channel(
    z.object({ items: z.array(rowMenuItemSchema).min(1).max(20), at: z.object({ x: z.number(), y: z.number() }).nullable() }),
    z.object({ chosen: z.string().nullable() }),
  ),
} satisfies ChannelsOf<'app'>;

export const appEvents = {
  'app.menu': menuCommandSchema,
} satisfies EventsOf<'app'>;
