import type { NewTable } from '../structure/table-structure.ts';

/** Tables with a property of every kind and a reference of every kind. */
export const SAMPLE_TABLES: NewTable[] = [
  {
    type: 'person',
    label: 'People',
    description: 'Who is known here',
    icon: 'person',
    properties: [
      { name: 'name', required: true },
      { name: 'email', unique: true },
      { name: 'age', propertyType: 'number' },
      { name: 'active', propertyType: 'boolean' },
      { name: 'born', propertyType: 'date' },
      { name: 'seenAt', propertyType: 'date', includeHour: true },
      { name: 'notes', propertyType: 'long-string' },
      { name: 'settings', propertyType: 'long-string', format: 'json' },
      { name: 'site', format: 'link' },
      { name: 'level', options: ['low', 'middle', 'high'] },
      { name: 'tags', options: ['new', 'vip', 'late'], multiple: true },
      { name: 'photo', propertyType: 'file' },
      { name: 'papers', propertyType: 'file', multiple: true },
      { name: 'city', to: 'city' },
      { name: 'pets', to: 'pet', relation: 'oneToMany' },
      { name: 'clubs', to: 'club', relation: 'manyToMany' },
    ],
  },
  { type: 'city', properties: [{ name: 'name', required: true }] },
  {
    type: 'pet',
    properties: [
      { name: 'name', required: true },
      { name: 'owner', to: 'person' },
    ],
  },
  {
    type: 'club',
    properties: [{ name: 'name' }, { name: 'members', to: 'person', relation: 'manyToMany' }],
  },
];

export const SAMPLE_PAGE = {
  _id: 'people',
  label: 'People',
  typeId: 'person',
  levels: [{ typeId: 'pet', propertyName: 'pets' }],
};

export const SAMPLE_TEMPLATE = {
  _id: 'letter',
  label: 'Letter',
  html: '<h1>Dear {{person.name}}</h1>{{#each lines}}<p>{{text}}</p>{{/each}}',
};
