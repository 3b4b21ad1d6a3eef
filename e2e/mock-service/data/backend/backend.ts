import type { TableStructure } from '../structure/table-structure.ts';

/** A record as stored and returned: its times are ISO 8601 text, its values by property name. */
export interface DataRecord {
  _id: string;
  createdAt: string;
  updatedAt: string;
  [property: string]: unknown;
}

export type Table = Map<string, DataRecord>;

/** One many-to-many reference, kept once however many properties show it. */
export interface Link {
  /** `_id` of the property's table, and the property that was linked. */
  typeId: string;
  propertyName: string;
  from: string;
  to: string;
}

export type Role = 'admin' | 'manager' | 'user';

export interface Access {
  read: boolean;
  write?: boolean;
}

export interface DataUser {
  _id: string;
  name: string;
  email: string;
  role: Role;
  access?: Partial<Record<'pages' | 'customPages' | 'types', Record<string, Access>>>;
  createdAt: string;
  updatedAt: string;
}

export interface StoredFile {
  /** The file name id. */
  name: string;
  /** The name it was uploaded with. */
  originalName: string;
  contentType: string;
  /** Its content; a file of the demo is made when it is first asked for. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  createdAt: string;
}

export interface UpdateEntry {
  _id: string;
  objectId: string;
  typeId: string;
  updatedAt: string;
  updatedBy: string;
  changes: { property: string; before: unknown; after: unknown }[];
}

export interface DeletedEntry {
  _id: string;
  objectId: string;
  typeId: string;
  deletedAt: string;
  deletedBy: string;
  object: DataRecord;
}

/** A page of the project: a top table and the tables below it, each reached by a reference property. */
export interface Page {
  _id: string;
  label: string;
  typeId: string;
  /** The first level hangs below the top table, each later one below the one before it. */
  levels: { typeId: string; propertyName: string }[];
}

export interface PdfTemplate {
  _id: string;
  label: string;
  /** Handlebars over HTML. */
  html: string;
}

export interface Organization {
  _id: string;
  name: string;
  profilePhoto: string | null;
  userCategories: string[];
  showTutorial: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The data backend of one project's app, in plain objects. */
export interface DataBackend {
  projectId: string;
  /** By table name. */
  structures: Map<string, TableStructure>;
  tables: Map<string, Table>;
  links: Link[];
  users: Map<string, DataUser>;
  files: Map<string, StoredFile>;
  /** By record. */
  updates: Map<string, UpdateEntry[]>;
  deleted: DeletedEntry[];
  organization: Organization;
  pages: Map<string, Page>;
  templates: Map<string, PdfTemplate>;
  /** Names of backups, each the text of one. */
  backups: Map<string, string>;
}

/** Scope of a project's key. */
export interface DataKey {
  key: string;
  projectId: string;
  /** When given, the only tables it reaches. */
  tables?: string[];
  /** The login user it stands for; the project's owner unless given. */
  userId?: string;
}
