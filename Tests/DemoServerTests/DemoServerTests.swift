import DemoServer
import Testing
