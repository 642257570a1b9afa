/** The system's own file chooser, where a command for it is available. */
import { execFile } from 'node:child_process';
import type { OpenDialogOptions } from 'electron';

type Command = { command: string; args: string[] };

function chooser(options: OpenDialogOptions): Command {
  const folder = options.properties?.includes('openDirectory') ?? false;
  const several = options.properties?.includes('multiSelections') ?? false;
  const extensions = options.filters?.flatMap((filter) => filter.extensions) ?? [];
  const title = options.title ?? '';
  if (process.platform === 'darwin') {
    // The title is an argument, not a part of the script.
    const choose = folder ? 'choose folder' : `choose file${several ? ' with multiple selections allowed' : ''}`;
    const script = `on run argv
set chosen to ${choose.replace('choose folder', 'choose folder with prompt (item 1 of argv)').replace('choose file', 'choose file with prompt (item 1 of argv)')}
if class of chosen is not list then set chosen to {chosen}
set answer to ""
repeat with one in chosen
set answer to answer & POSIX path of one & linefeed
end repeat
return answer
end run`;
    return { command: 'osascript', args: ['-e', script, title] };
  }
  if (process.platform === 'win32') {
    const show = folder
      ? '$d = New-Object System.Windows.Forms.FolderBrowserDialog; if ($d.ShowDialog() -eq "OK") { $d.SelectedPath } else { exit 1 }'
      : `$d = New-Object System.Windows.Forms.OpenFileDialog; $d.Multiselect = $${several}; if ($d.ShowDialog() -eq "OK") { $d.FileNames } else { exit 1 }`;
    const script = `[Console]::OutputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Windows.Forms; ${show}`;
    return { command: 'powershell', args: ['-NoProfile', '-STA', '-Command', script] };
  }
  const filter = extensions.length > 0 ? [`--file-filter=${extensions.map((extension) => `*.${extension}`).join(' ')}`] : [];
  const kind = [...(folder ? ['--directory'] : filter), ...(several ? ['--multiple', '--separator=\n'] : [])];
  return { command: 'zenity', args: ['--file-selection', `--title=${title}`, ...kind] };
}

/** Paths; null when dismissed. */
export function chooseNatively(options: OpenDialogOptions): Promise<string[] | null | 'no-chooser'> {
  const { command, args } = chooser(options);
  return new Promise((resolve) => {
    execFile(command, args, (error, stdout) => {
      if (error !== null && error.code === 'ENOENT') return resolve('no-chooser');
      const paths = stdout.split(/\r?\n/).filter(Boolean);
      resolve(error !== null || paths.length === 0 ? null : paths);
    });
  });
}
