/** `hub rule`: sends pushes that no station claims to a group, by the value of a member of the record. */
import { defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';

const maxLength = 200;

export const hubRule = defineCommand(
  {
    name: 'hub rule',
    subcommands: true,
    forms: { list: {}, add: {}, remove: { takes: 'id', one: 'hub-one-id' } },
    options: {
      member: { value: 'member', forms: ['add'], required: true },
      value: { value: 'text', forms: ['add'], personal: true, required: true },
      group: { value: 'group', forms: ['add'], required: true },
    },
  },
  async ({ form, argument, values }, io) => {
    const rule = { member: values.member?.trim() ?? '', value: values.value?.trim() ?? '', group: values.group?.trim() ?? '' };
    if (form === 'add')
      for (const [option, text] of Object.entries(rule)) {
        if (text === '') throw new WrongUse('hub-rule-incomplete');
        if (text.length > maxLength) throw new WrongUse('too-long', { option: `--${option}`, limit: maxLength });
      }
    const { withHub } = await import('../support/with-hub.ts');
    const run = await import('./hub/rules.ts');
    return withHub(values, io, (opened) => {
      if (form === 'list') return run.listRules(opened, io.words);
      return form === 'add' ? run.addRule(opened, rule, io.words) : run.removeRule(opened, argument, io.words);
    });
  },
);
