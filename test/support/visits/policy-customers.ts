/** Customers of the practice provider that the policy treats differently. */

export const clear = ['Rosalba Contreras', '52123456'] as const;
export const blocked = ['Evaristo Quiroga Beltrán', '79555001'] as const;
/** A pushed record of TX-1002. */
export const record = (part: Record<string, unknown> = {}) => ({
  Uid: 'U-7',
  TransactionId: 'TX-1002',
  IdNumber: clear[1],
  FirstName: 'ROSALBA',
  ComparationFacesAproved: true,
  ...part,
});
