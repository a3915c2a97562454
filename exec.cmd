@rem Lets the npm scripts run under cmd.exe. They begin with `exec`, so that elsewhere signals to npm reach them, not a shell.
@%*
