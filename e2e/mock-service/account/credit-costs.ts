/** Development credits per operation. The documents give the keys; the numbers are ours. */
export const CREDIT_COSTS = {
  CREATE_PROJECT: 5,
  CREATE_DEPLOYMENT: 1,
  START_SERVER: 0.5,
  GET_SOURCE_CODE: 1,
  RECOVER_VERSION: 1,
  UPLOAD_FILE: 0.1,
  ADD_CUSTOM_DOMAIN: 5,
  EXPORT_PROJECT: 2,
  IMPORT_PROJECT: 5,
  UPDATE_FILE: 0.05,
  REBUILD_PROJECT: 0.5,
} as const;

/** The price list of legacy projects. */
export const LEGACY_CREDIT_COSTS: Record<keyof typeof CREDIT_COSTS, number> = {
  ...CREDIT_COSTS,
  CREATE_PROJECT: 8,
  CREATE_DEPLOYMENT: 2,
  START_SERVER: 1,
};

/** A run has no entry in the price list: this much is charged at its start, the rest at its end. */
export const RUN_START_CREDITS = 10;
