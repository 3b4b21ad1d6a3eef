/** Props of a view of the rail: the rest of its address. */
export type ViewProps = { rest: readonly string[] };

/** Props of a tab of a project's page. */
export type TabProps = { projectId: string; rest: readonly string[] };
