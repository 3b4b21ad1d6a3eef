/** Defaults with which the local service and the edge find each other. */
export const DEFAULT_SERVICE_PORT = 4010;
export const DEFAULT_EDGE_PORT = 8787;
export const LOCAL_PAIRING_CODE = 'local-code';
/** The edge's registered address; the local service maps it to the edge's port. */
export const LOCAL_PUBLIC_URL = 'https://pilot-light.test';
