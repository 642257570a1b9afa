/** Runs the subcommands of `hub rule`. */
import { createRouting } from '../../../../hub/routing.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import type { Printed } from '../../support/io.ts';
import { titledTable } from '../../support/table.ts';
import type { OpenedHub } from '../../support/with-hub.ts';

export async function listRules(hub: OpenedHub, words: Words): Promise<Printed> {
  const rules = await createRouting(hub).rules();
  const rows = rules.map(({ id, member, value, group }) => [id, member, value ?? '—', group]);
  return { json: { rules }, text: titledTable(words, 'hub', ['id', 'member', 'value', 'group'], rows) };
}

export async function addRule(
  hub: OpenedHub,
  { member, value, group }: Record<'member' | 'value' | 'group', string>,
  words: Words,
): Promise<Printed> {
  const id = await createRouting(hub).addRule(member, value, group);
  return { json: { id, member, group }, text: id, note: words.say('hub.rule-added', { group }) };
}

export async function removeRule(hub: OpenedHub, id: string, words: Words): Promise<Printed> {
  await createRouting(hub).removeRule(id);
  return { json: { id, removed: true }, note: words.say('hub.rule-removed') };
}
