/** What a view of the rail is given: the rest of its address. */
export type ViewProps = { rest: readonly string[] };

/** What a tab of a project's page is given. */
export type TabProps = { projectId: string; rest: readonly string[] };
